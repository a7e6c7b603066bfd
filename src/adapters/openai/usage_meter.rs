//! The usage of one request: what its answers report, and for an unanswered call the most it can have cost, so that
//! no server makes calls free by failing. The unanswered calls together count no more than the reservation of the
//! request. What is asked beside the request, to find out what a model can do, counts for its usage, but is none of its
//! answers. It must not decide whether to continue.

use super::pictures;
use super::wire::request::Body;
use crate::ports::model::{PICTURE_TOKENS, Usage};
use crate::secretary::budget::cost::Prices;

/// Unanswered calls beside a request that count in full.
const BESIDE: u32 = 8;

/// A request that is on its way.
#[derive(Clone, Debug)]
struct OnItsWay {
    model: String,
    sent: u64,
    most: u64,
}

/// What a request has come to so far.
#[derive(Debug)]
pub(super) struct UsageMeter<'a> {
    prices: &'a Prices,
    answers: u32,
    worth: Option<u64>,
    spent: Usage,
    on_its_way: Option<OnItsWay>,
    beside: Option<Box<UsageMeter<'a>>>,
}

impl<'a> UsageMeter<'a> {
    /// Nothing yet, of a request that so many answers may be paid for.
    pub(super) fn new(prices: &'a Prices, answers: u32) -> Self {
        Self { prices, answers, worth: None, spent: Usage::default(), on_its_way: None, beside: None }
    }

    /// The meter of what is asked beside the request. What was given up on the way is lost.
    pub(super) fn beside(&mut self) -> &mut Self {
        let beside = self.beside.get_or_insert_with(|| Box::new(Self::new(self.prices, BESIDE)));
        beside.lost();
        beside
    }

    /// Something is about to be sent, with an answer of so many tokens at the most.
    pub(super) fn sending(&mut self, body: &Body, most: u32) {
        let (sent, most) = (tokens(body), u64::from(most));
        self.worth.get_or_insert(sent.saturating_add(most).saturating_mul(u64::from(self.answers)));
        self.on_its_way = Some(OnItsWay { model: body.model.clone(), sent, most });
    }

    /// It never left, since nobody was there to take it, or was turned away unread.
    pub(super) fn unsent(&mut self) {
        self.on_its_way = None;
    }

    /// The server answered with an error, perhaps after it had read all of it.
    pub(super) fn refused(&mut self) {
        self.spent = self.with(0, |_| 0);
        self.on_its_way = None;
    }

    /// An answer was lost on its way, cut off, or is more than is read: it may have been as long as any.
    pub(super) fn lost(&mut self) {
        self.spent = self.own();
        self.on_its_way = None;
    }

    /// An answer came that tells what it cost.
    pub(super) fn answered(&mut self, tokens_in: u64, tokens_out: u64) {
        let model = self.on_its_way.take().map(|on| on.model).unwrap_or_default();
        let cost = self.prices.cost(&model, tokens_in, tokens_out);
        self.spent = self.spent.plus(Usage { calls: 1, tokens_in, tokens_out, cost });
    }

    /// How many characters the request on its way has, counted as tokens.
    pub(super) fn sent(&self) -> u64 {
        self.on_its_way.as_ref().map_or(0, |on| on.sent)
    }

    /// What it came to; of what is still on its way nobody will hear any more.
    pub(super) fn so_far(&self) -> Usage {
        let own = self.own();
        self.beside.as_ref().map_or(own, |beside| own.plus(beside.so_far()))
    }

    fn own(&self) -> Usage {
        self.with(1, |on| on.most)
    }

    /// How many answers were paid for.
    pub(super) fn calls(&self) -> u32 {
        self.own().calls
    }

    fn with(&self, calls: u32, received: impl Fn(&OnItsWay) -> u64) -> Usage {
        let Some(on) = &self.on_its_way else { return self.spent };
        let booked = self.spent.tokens_in.saturating_add(self.spent.tokens_out);
        let room = self.worth.unwrap_or(0).saturating_sub(booked);
        let tokens_in = on.sent.min(room);
        let tokens_out = received(on).min(room - tokens_in);
        let cost = self.prices.cost(&on.model, tokens_in, tokens_out);
        self.spent.plus(Usage { calls, tokens_in, tokens_out, cost })
    }
}

/// How many tokens a body has, estimated by its characters.
pub(super) fn tokens(body: &Body) -> u64 {
    characters(body).div_ceil(4)
}

/// What the model reads of a body, pictures by what models count for one.
fn characters(body: &Body) -> u64 {
    let read = (&body.messages, &body.tools, &body.response_format);
    let all = serde_json::to_string(&read).map_or(0, |text| text.chars().count());
    let (count, characters) = pictures::among(&body.messages);
    (all.saturating_sub(characters) as u64).saturating_add(4 * PICTURE_TOKENS * count as u64)
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::Family;
    use crate::adapters::openai::usage_meter::*;
    use serde_json::json;

    fn body() -> Body {
        let messages = vec![json!({"role": "user", "content": "x".repeat(4_000)})];
        Body { messages, ..Body::new("m", Family::Unknown.dialect(), 100) }
    }

    fn tokens(usage: Usage) -> u64 {
        usage.tokens_in + usage.tokens_out
    }

    #[test]
    fn what_was_sent_is_paid_for_whatever_comes_back() {
        let prices = Prices::default();
        let mut meter = UsageMeter::new(&prices, 3);
        meter.sending(&body(), 100);
        let (sent, all) = (meter.sent(), tokens(meter.so_far()));
        assert!(sent > 1_000 && all == sent + 100, "cut off in the middle: {:?}", meter.so_far());
        meter.unsent();
        assert_eq!(meter.so_far(), Usage::default());
        meter.sending(&body(), 100);
        meter.refused();
        assert_eq!((tokens(meter.so_far()), meter.calls()), (sent, 0));
        meter.sending(&body(), 100);
        meter.lost();
        assert_eq!((tokens(meter.so_far()), meter.calls()), (2 * sent + 100, 1));
        meter.sending(&body(), 100);
        meter.answered(7, 2);
        assert_eq!((tokens(meter.so_far()), meter.calls()), (2 * sent + 109, 2));
        meter.beside().sending(&body(), 100);
        // That was given up.
        let beside = meter.beside();
        beside.sending(&body(), 100);
        beside.answered(7, 2);
        let all = meter.so_far();
        assert_eq!((tokens(all), all.calls, meter.calls()), (3 * sent + 218, 4, 2));
    }

    #[test]
    fn what_was_never_answered_comes_to_no_more_than_was_set_aside() {
        let prices = Prices::default();
        let mut meter = UsageMeter::new(&prices, 1);
        for _ in 0..9 {
            meter.sending(&body(), 100);
            let worth = meter.sent() + 100;
            meter.refused();
            meter.sending(&body(), 100);
            meter.lost();
            assert_eq!(tokens(meter.so_far()), worth);
        }
    }
}
