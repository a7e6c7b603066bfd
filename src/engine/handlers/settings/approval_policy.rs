//! What agents may do unasked,: showing and changing it, and remembering what somebody allowed for good.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::decision::Decision;
use crate::secretary::decision::approval::Permit;
use crate::secretary::ids::{DecisionId, PersonId, Slot};
use crate::secretary::message::undo_order;
use crate::secretary::message::undo_order::Former;
use crate::secretary::people::workspace::{Role, Settings};
use crate::secretary::policy::modes::Change;
use crate::secretary::policy::{self, Policy, Rule, modes as order};
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::decision::approvals;
use crate::secretary::wording::settings::modes;
use crate::secretary::wording::talk::late;
use std::collections::{BTreeMap, BTreeSet};

/// Rules there may be: more nobody keeps in view.
const MOST_RULES: usize = 50;

impl Context<'_> {
    /// `/mode`
    pub(in crate::engine) async fn mode(&mut self, request: &Request, change: Option<Change>) -> Stored<EventOutcome> {
        let mut settings = self.settings().await?;
        let was = settings.clone();
        let rules = !matches!(change, Some(Change::Mode(_)));
        match change {
            None => {
                let whose = self.names_in(request, &settings.rules).await?;
                return self.answer(request, modes::mode(&settings, &self.need_leave(), &whose)).await;
            }
            Some(Change::Mode(mode)) => settings.mode = mode,
            Some(Change::Drop(number)) if number <= settings.rules.len() => {
                settings.rules.remove(number - 1);
            }
            Some(Change::Drop(_)) => {
                return self.refuse(request, modes::no_such_rule(settings.rules.len())).await;
            }
            Some(Change::Rule { .. }) if settings.rules.len() >= MOST_RULES => {
                return self.refuse(request, modes::too_many_rules(MOST_RULES)).await;
            }
            Some(Change::Rule { then, tool, with }) => {
                let tools: Vec<String> = self.engine.parts.tools.iter().map(|t| t.spec().name).collect();
                let meant = if tools.contains(&tool) { None } else { order::meant(then, &tool, &tools) };
                let tool = meant.map_or(tool, str::to_owned);
                if !tools.contains(&tool) {
                    let near = order::nearest(&tool, &tools);
                    return self.refuse(request, modes::no_such_tool(&tool, &tools, (then, near))).await;
                }
                let spec = self.engine.parts.tools.iter().map(|t| t.spec()).find(|spec| spec.name == tool);
                let takes: Vec<String> = spec
                    .and_then(|s| Some(s.parameters.get("properties")?.as_object()?.keys().cloned().collect()))
                    .unwrap_or_default();
                if let Some((name, _)) = with.iter().find(|(name, _)| !takes.contains(name)) {
                    return self.refuse(request, modes::no_such_argument(&tool, name, &takes)).await;
                }
                let (by, granted) = (request.person.name.clone(), vec![request.person.id.clone()]);
                let rule = Rule { tool, with, then, by, only_for: None, free: Vec::new(), granted, at: self.now };
                // What is wanted last counts first.
                settings.rules.retain(|r| !r.is_about_the_same(&rule));
                settings.rules.insert(0, rule);
            }
        }
        if rules {
            return self.rules_are(request, &was, &settings).await;
        }
        self.note(What::setting("mode", &was, &settings));
        self.tx.save_settings(&settings).await?;
        let whose = self.names_in(request, &settings.rules).await?;
        let message = modes::mode(&settings, &self.need_leave(), &whose);
        self.set(request, message, undo_order::order(&was, "mode")).await
    }

    /// Keeps other rules, and says so.
    async fn rules_are(&mut self, request: &Request, was: &Settings, settings: &Settings) -> Stored<EventOutcome> {
        self.note(What::setting("mode", was, settings));
        self.tx.save_settings(settings).await?;
        let whose = self.names_in(request, &settings.rules).await?;
        let message = modes::mode(settings, &self.need_leave(), &whose);
        self.set_all(request, message, Former::Rules(was.rules.clone())).await
    }

    /// The rules are as they were before an order, but for those that ended meanwhile: for the ideas of somebody who left, or given
    /// by somebody who decides no more.
    pub(in crate::engine) async fn rules_back(&mut self, request: &Request, rules: &[Rule]) -> Stored<EventOutcome> {
        let was = self.settings().await?;
        let here = self.tx.people(&was.workspace).await?;
        let decides = |by: &PersonId, of: &PersonId| {
            here.iter().any(|p| p.id == *by && (p.role <= Role::Approver || (by == of && p.role == Role::Requester)))
        };
        let lasts = |rule: &&Rule| {
            let Some(of) = &rule.only_for else { return true };
            here.iter().any(|person| person.id == *of) && rule.granted.iter().all(|by| decides(by, of))
        };
        let settings = Settings { rules: rules.iter().filter(lasts).cloned().collect(), ..was.clone() };
        self.rules_are(request, &was, &settings).await
    }

    /// What those are called for whose ideas rules were made with a button, as far as whoever asks may see what these say: it
    /// may come from a direct chat.
    async fn names_in(&mut self, request: &Request, rules: &[Rule]) -> Stored<BTreeMap<PersonId, String>> {
        let decides = request.person.role <= Role::Approver;
        let shown = |person: &PersonId| request.room.direct() && (decides || request.person.id == *person);
        let people: BTreeSet<&PersonId> =
            rules.iter().filter_map(|rule| rule.only_for.as_ref()).filter(|person| shown(person)).collect();
        let mut names = BTreeMap::new();
        for person in people {
            if let Some(found) = self.tx.person(person).await? {
                names.insert(person.clone(), found.name);
            }
        }
        Ok(names)
    }

    /// The tools that are not used without leave in every mode.
    fn need_leave(&self) -> Vec<String> {
        let tools = self.engine.parts.tools.iter();
        tools.filter(|tool| tool.terms().policy != Policy::Never).map(|tool| tool.spec().name).collect()
    }

    /// Somebody allowed something for good, with a button.
    pub(in crate::engine) async fn allow(&mut self, rule: &Rule) -> Stored<()> {
        let mut settings = self.settings().await?;
        let was = settings.clone();
        settings.rules.retain(|r| !r.is_about_the_same(rule));
        // Rules of owners count before it, and the oldest makes room.
        if settings.rules.len() >= MOST_RULES
            && let Some(oldest) = settings.rules.iter().position(|r| r.only_for.is_some())
        {
            settings.rules.remove(oldest);
        }
        settings.rules.push(rule.clone());
        self.note(What::setting("mode", &was, &settings));
        self.tx.save_settings(&settings).await
    }

    /// What was allowed for somebody's ideas ends with them.
    pub(in crate::engine) async fn drop_rules_for(&mut self, person: &PersonId) -> Stored<()> {
        self.drop_rules(|rule| rule.only_for.as_ref() == Some(person)).await.map(drop)
    }

    /// What somebody allowed for good, with a button, ends with their right to decide.
    pub(in crate::engine) async fn drop_rules_by(&mut self, person: &PersonId) -> Stored<()> {
        self.drop_rules(|rule| rule.only_for.is_some() && rule.granted.contains(person)).await.map(drop)
    }

    /// What a decision allowed for good ends: whoever takes it back is asked again. False: it allowed nothing that still counts.
    pub(in crate::engine) async fn ends_always(&mut self, ticket: &Ticket, decision: &Decision) -> Stored<bool> {
        let always = decision.permit() == Some(Permit::Always);
        let Some(proposed) = decision.proposed.as_ref().filter(|_| always) else { return Ok(false) };
        let made = policy::lasting(&proposed.tool, &proposed.arguments, "", &ticket.requester, self.now);
        self.drop_rules(|rule| rule.is_about_the_same(&made)).await
    }

    /// Whether there were any.
    async fn drop_rules(&mut self, ends: impl Fn(&Rule) -> bool) -> Stored<bool> {
        let mut settings = self.settings().await?;
        let was = settings.clone();
        settings.rules.retain(|rule| !ends(rule));
        let fewer = settings.rules.len() < was.rules.len();
        if fewer {
            self.note(What::setting("mode", &was, &settings));
            self.tx.save_settings(&settings).await?;
        }
        Ok(fewer)
    }

    /// All of the call a decision is about.
    pub(in crate::engine) async fn show_call(
        &mut self,
        request: &Request,
        ticket: &Ticket,
        decision: &DecisionId,
    ) -> Stored<EventOutcome> {
        let Some(proposed) = ticket.decision(decision).and_then(|d| d.proposed.as_ref()) else {
            return Ok(EventOutcome::Refused(late::forgotten()));
        };
        let slot = Slot::new(format!("{}/{decision}/call{}", ticket.id, self.seq));
        self.post(&request.room.id, slot, approvals::whole(ticket, proposed), request.reply.clone()).await?;
        Ok(EventOutcome::Decided(None))
    }
}
