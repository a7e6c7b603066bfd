//! People who have everything of theirs erased, and those an owner takes out and then has erased: in some lives only.

use crate::people::acting::{hand_in, press_this, sees};
use crate::people::cast::{self, Player};
use crate::world::World;
use secretary::secretary::inbound::{Account, ChatKind, Content, Place};
use secretary::secretary::message::Button;

/// What the button says that erases.
const ERASES: &str = "Erase everything";

/// Events before anybody leaves, so that there is something to erase.
const AT_FIRST: u64 = 60;

/// Somebody leaves now and then, or goes on with that. False if nobody does.
pub fn leave(world: &mut World) -> bool {
    let asked = asked(world);
    let often = if asked.is_some() { 350 } else { 100 };
    {
        let mut around = world.around.lock();
        if around.events < AT_FIRST || !around.chance.in_thousand(often) {
            return false;
        }
    }
    match asked {
        Some((player, account, place, id, button)) => press_this(world, &player, &account, &place, id, &button),
        None => begin(world),
    }
    true
}

/// Whoever was asked last whether everything is to be erased.
fn asked(world: &World) -> Option<(Player, Account, Place, u64, Button)> {
    let around = world.around.lock();
    around.board.messages.iter().rev().find_map(|(id, message)| {
        let button = message.buttons.iter().find(|button| button.label.starts_with(ERASES))?;
        let player = world.players.iter().find(|player| sees(player, &message.place).is_some())?;
        Some((player.clone(), sees(player, &message.place)?.clone(), message.place.clone(), *id, button.clone()))
    })
}

fn begin(world: &mut World) {
    let (what, who) = {
        let mut around = world.around.lock();
        (around.chance.weighted(&[60, 20, 20]), around.chance.weighted(&[25, 20, 30, 20, 5]))
    };
    let (Some(owner), Some(player)) = (world.players.first().cloned(), world.players.get(who).cloned()) else { return };
    let (by, name, args) = match what {
        0 => (&player, "forget", String::new()),
        1 => (&owner, "members", format!("{} remove", player.name)),
        _ => (&owner, "members", format!("{} erase", player.name)),
    };
    let mut seats = by.seats.iter().flat_map(|(account, places)| places.iter().map(move |place| (account, place)));
    let Some((account, place)) = seats.find(|(_, place)| place.kind == ChatKind::Direct) else { return };
    let content = Content::Command {
        message: None,
        name: name.to_owned(),
        args,
        reply_to: None,
        attachments: Vec::new(),
        refers: Vec::new(),
    };
    hand_in(world, place, cast::sender(by, account), content);
}
