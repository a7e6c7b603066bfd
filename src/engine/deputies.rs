//! Being away, on the desk: who decides meanwhile, and that they hear of it.

use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::audit::What;
use crate::secretary::deputies::{self, Away, Order, StandIn};
use crate::secretary::ids::{PersonId, Slot};
use crate::secretary::inbound::{Account, ChatKind, EVERYBODY, Inbound, NamedRole, Platform};
use crate::secretary::loss::Loss;
use crate::secretary::message::Message;
use crate::secretary::wording::{self, deputies as said, refusals};
use crate::secretary::workspace::{Person, Role, Room, ServerRole};
use crate::text::names;

impl Desk<'_> {
    /// `/away`
    pub(super) async fn away(&mut self, visit: &Visit, order: Order) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        match order {
            Order::Show => {
                let away = visit.person.away.clone().filter(|away| away.until > self.now);
                let deputy = match &away {
                    // Erasing did not end this in older versions.
                    Some(away) => self.tx.person(&away.deputy).await?.filter(|deputy| !deputy.erased),
                    None => None,
                };
                let now = deputy.as_ref().zip(away.as_ref()).map(|(deputy, away)| (deputy.name.as_str(), away.until));
                self.answer(visit, said::standing(now, zone, self.now)).await
            }
            Order::Back => {
                let Some(deputy) = visit.person.deputy(self.now).cloned() else {
                    return self.refuse(visit, said::not_away()).await;
                };
                self.set_away(&visit.person, None).await?;
                self.tell(&deputy, said::over(&visit.person.name)).await?;
                self.answer(visit, Message::lines([said::back()])).await
            }
            Order::Name { who, until } => {
                let people = self.tx.people(&visit.person.workspace).await?;
                let at = match deputies::until(&until, zone, self.now) {
                    Ok(at) => at,
                    Err(_) if wording::names::called(&people, &who).is_empty() => {
                        return self.refuse(visit, said::nobody_called(&who)).await;
                    }
                    Err(_) if until.is_empty() => return self.refuse(visit, said::how_to()).await,
                    Err(known) => return self.refuse(visit, said::no_time(&until, known)).await,
                };
                let deputy = match wording::names::called(&people, &who).as_slice() {
                    [] => return self.refuse(visit, said::nobody_called(&who)).await,
                    [one] => (*one).clone(),
                    _ => return self.refuse(visit, wording::people::several_called(&who)).await,
                };
                if deputy.id == visit.person.id {
                    return self.refuse(visit, said::not_yourself()).await;
                }
                if deputy.role > Role::Requester {
                    return self.refuse(visit, said::reads_only(&deputy.name)).await;
                }
                // First why, then what waits.
                let their_zone = self.zone_of(&deputy).await?;
                let steers = deputy.role <= Role::Approver;
                self.tell(&deputy.id, said::asked(&visit.person.name, steers, at, their_zone, self.now)).await?;
                self.set_away(&visit.person, Some(Away { until: at, deputy: deputy.id.clone() })).await?;
                // Instead of somebody else: who that was is not known any more by then.
                let first = visit.person.deputy(self.now).is_none();
                let former = first.then(|| "away off".to_owned());
                self.set(visit, said::named(&deputy.name, steers, at, zone, self.now), former).await
            }
        }
    }

    async fn set_away(&mut self, person: &Person, away: Option<Away>) -> Stored<()> {
        self.note(What::DeputyNamed {
            person: person.id.clone(),
            deputy: away.as_ref().map(|away| away.deputy.clone()),
        });
        let begins = away.is_some();
        self.tx.save_person(&Person { away, ..person.clone() }).await?;
        self.change_directory().await?;
        // Back from whoever was named before.
        Box::pin(self.leave_who_decides_no_more()).await?;
        if begins {
            let rooms = self.tx.rooms(&self.workspace()).await?;
            for room in rooms.iter().filter(|room| room.direct() && room.person.as_ref() == Some(&person.id)) {
                Box::pin(self.move_prompts(&room.id, &Loss::Shared)).await?;
            }
        }
        Ok(())
    }

    /// Whoever was to decide for others does it no more, and these hear why.
    pub(super) async fn stands_in_no_more(&mut self, deputy: &PersonId, why: &str) -> Stored<()> {
        for absent in self.decides_for_nobody(deputy).await? {
            self.tell(&absent, Message::lines([why])).await?;
        }
        Ok(())
    }

    /// Tells a member something in a direct chat of theirs, if there is one that can be reached.
    pub(super) async fn tell(&mut self, person: &PersonId, message: Message) -> Stored<()> {
        let rooms = self.tx.rooms(&self.workspace()).await?;
        let theirs = |r: &&Room| r.direct() && !r.closed && r.person.as_ref() == Some(person);
        // Somebody is more likely to look into a messenger than into the page.
        let room = rooms.iter().filter(theirs).min_by_key(|r| r.place.platform == Platform::Web);
        let Some(room) = room.map(|room| room.id.clone()) else { return Ok(()) };
        let slot = Slot::new(format!("told/{}/{}", self.seq, self.effects));
        self.announce(&room, slot, message).await
    }

    /// What is known of a member at this moment: what their roles on a server lend them, and who has named them to decide.
    pub(super) async fn at_hand(&mut self, person: &mut Person, inbound: &Inbound) -> Stored<()> {
        person.at_hand.lent = self.lent(inbound).await?;
        let now = self.now;
        let directory = self.directory().await?;
        let names_them = |a: &&super::Absent| a.deputy == person.id && a.until > now;
        let absent = directory.absent.iter().filter(names_them);
        person.at_hand.stands_in_for =
            absent.map(|a| StandIn { person: a.person.clone(), name: a.name.clone() }).collect();
        Ok(())
    }

    /// The role that the roles of a sender on a Discord server lend them here.
    pub(super) async fn lent(&mut self, inbound: &Inbound) -> Stored<Option<Role>> {
        if inbound.place.platform != Platform::Discord || inbound.sender.roles.is_empty() {
            return Ok(None);
        }
        let lends = self.settings().await?.server_roles;
        Ok(lends.iter().filter(|lends| inbound.sender.roles.contains(&lends.id)).map(|lends| lends.role).min())
    }

    /// Somebody who belongs by a role of a server alone is heard there: they are listed with what it lends them.
    pub(super) async fn heard_by_role(&mut self, person: &mut Person, inbound: &Inbound) -> Stored<()> {
        let lends = self.settings().await?.server_roles;
        let lenders = lends.into_iter().map(|lends| lends.id).filter(|id| inbound.sender.roles.contains(id));
        let lenders: Vec<String> = lenders.collect();
        let listed = self.tx.person(&person.id).await?.is_some_and(|known| !known.accounts.is_empty());
        if listed && person.lenders == lenders {
            return Ok(());
        }
        person.lenders = lenders;
        self.tx.save_person(person).await?;
        if listed { Ok(()) } else { self.change_directory().await }
    }

    /// Somebody who belonged by such a role is heard on a server that says of none any more.
    pub(super) async fn heard_without_role(&mut self, inbound: &Inbound, account: &Account) -> Stored<()> {
        if inbound.place.platform != Platform::Discord || inbound.place.kind == ChatKind::Direct {
            return Ok(());
        }
        let known = self.tx.member(&self.workspace(), account).await?;
        if let Some(known) = known.filter(|person| person.by_server_role && !person.lenders.is_empty()) {
            self.tx.save_person(&Person { lenders: Vec::new(), ..known }).await?;
        }
        Ok(())
    }

    /// Why somebody is no member in a direct chat, where no server says which roles they have.
    pub(super) async fn no_member_here(&mut self, account: &Account) -> Stored<String> {
        let known = self.tx.member(&self.workspace(), account).await?;
        let by_a_role = known.is_some_and(|person| person.by_server_role);
        Ok(if by_a_role { refusals::member_elsewhere() } else { refusals::stranger() })
    }

    /// `/members @Role approver`: what a role of a Discord server lends from now on.
    pub(super) async fn server_role(&mut self, visit: &Visit, named: NamedRole<'_>, what: &str) -> Stored<Fate> {
        let id = named.id().unwrap_or(EVERYBODY);
        let mut settings = self.settings().await?;
        let was = settings.clone();
        let known = settings.server_roles.iter().any(|lends| lends.id == id);
        settings.server_roles.retain(|lends| lends.id != id);
        let text = match Role::of_name(what) {
            _ if visit.room.place.platform != Platform::Discord || visit.room.direct() => {
                return self.refuse(visit, wording::people::role_on_its_server()).await;
            }
            Some(_) if matches!(named, NamedRole::Everybody(_)) => {
                return self.refuse(visit, wording::people::no_role_of_all()).await;
            }
            Some(Role::Owner) => return self.refuse(visit, wording::people::no_owner_by_role()).await,
            Some(role) => {
                let name = names::person(named.name());
                settings.server_roles.push(ServerRole { id: id.to_owned(), name, role });
                wording::people::server_role(role)
            }
            None if what == "remove" && known => wording::people::server_role_ends(),
            None if what == "remove" => return self.refuse(visit, wording::people::no_server_role()).await,
            None => return self.refuse(visit, wording::people::unknown_role()).await,
        };
        self.note(What::setting("server_roles", &was, &settings));
        self.tx.save_settings(&settings).await?;
        Box::pin(self.count_again()).await?;
        self.answer(visit, Message::lines([text])).await
    }
}
