//! Pictures of odd charts: each is whole, has its size, and shows something.

use crate::adapters::charts::{Plotters, averaged};
use crate::ports::charts::{Chart, Charts, Fault, HEIGHT, Kind, Picture, Series, Theme, Undrawn, WIDTH};
use chrono::{DateTime, TimeDelta};
use image::{ImageFormat, RgbImage};

fn chart(kind: Kind, series: &[&[f64]]) -> Chart {
    let points = series.iter().map(|values| values.len()).max().unwrap_or(0);
    Chart {
        title: "Offers by day, größte Ωμέγα Цена".to_owned(),
        kind,
        labels: (1..=points).map(|n| format!("Mon {n}")).collect(),
        series: series
            .iter()
            .enumerate()
            .map(|(at, values)| Series { name: format!("Offer {at}"), values: values.to_vec() })
            .collect(),
        unit: "EUR".to_owned(),
        ..Chart::default()
    }
}

async fn drawn(chart: &Chart) -> RgbImage {
    let Picture { png, width, height } = Plotters.draw(chart).await.expect("a picture");
    assert!(png.len() < 512 * 1024, "{} bytes", png.len());
    let image = image::load_from_memory_with_format(&png, ImageFormat::Png).expect("a whole picture").to_rgb8();
    assert_eq!((image.width(), image.height()), (width, height));
    assert_eq!((width, height), (WIDTH, HEIGHT));
    image
}

/// How many pixels have another colour than the corner.
fn marked(image: &RgbImage) -> usize {
    let ground = image.get_pixel(0, 0);
    image.pixels().filter(|pixel| *pixel != ground).count()
}

/// How many pixels have about this colour.
fn coloured(image: &RgbImage, color: [u8; 3]) -> usize {
    let near = |pixel: &&image::Rgb<u8>| pixel.0.iter().zip(color).all(|(one, other)| one.abs_diff(other) < 8);
    image.pixels().filter(near).count()
}

#[tokio::test]
async fn lines_and_bars_are_drawn_in_both_themes() {
    let blue = [[31, 95, 191], [108, 172, 255]];
    let numbers: [&[f64]; 2] = [&[1.0, 4.0, 2.0, 8.0], &[3.0, 3.5, 5.0, 1.0]];
    for kind in [Kind::Line, Kind::Bar] {
        let light = chart(kind, &numbers);
        let dark = Chart { theme: Theme::Dark, ..light.clone() };
        let (day, night) = (drawn(&light).await, drawn(&dark).await);
        assert!(marked(&day) > 12_000, "{kind:?}: {} pixels", marked(&day));
        assert!(marked(&night) > 12_000, "{kind:?}: {} pixels", marked(&night));
        assert!(day.get_pixel(0, 0).0[0] > 200 && night.get_pixel(0, 0).0[0] < 60);
        assert!(coloured(&day, blue[0]) > 2_000 && coloured(&night, blue[1]) > 2_000, "{kind:?}");
        assert_eq!(drawn(&light).await, day, "the same chart is the same picture");
    }
    // Two lines are more than one, and a title is seen.
    let one = chart(Kind::Line, &numbers[..1]);
    assert!(marked(&drawn(&chart(Kind::Line, &numbers)).await) > marked(&drawn(&one).await) + 2_000);
    let bare = Chart { title: String::new(), ..one.clone() };
    assert_ne!(drawn(&bare).await, drawn(&one).await);
}

#[tokio::test]
async fn odd_numbers_make_whole_pictures() {
    let odd: [&[f64]; 9] = [
        &[7.0],
        &[0.0],
        &[5.0, 5.0, 5.0],
        &[-1.0, -20.0, -3.0],
        &[-1e100, 1e100],
        &[1e15, 1e15 + 1.0],
        &[1e-300, 3e-300],
        &[0.000_000_1, 1e12],
        &[f64::MIN_POSITIVE, -f64::MIN_POSITIVE],
    ];
    for (numbers, kind) in odd.into_iter().zip([Kind::Line, Kind::Bar].into_iter().cycle()) {
        let image = drawn(&chart(kind, &[numbers])).await;
        assert!(marked(&image) > 5_000, "{kind:?} {numbers:?}: {} pixels", marked(&image));
    }
    let many: Vec<f64> = (0..2_000).map(|n| f64::from(n % 97) * f64::from(n % 13)).collect();
    let four: [&[f64]; 4] = [&many, &many, &many, &many];
    for kind in [Kind::Line, Kind::Bar] {
        let long = Chart { labels: vec!["Wide label ".repeat(5); 2_000], ..chart(kind, &four) };
        assert!(marked(&drawn(&long).await) > 20_000, "{kind:?}");
    }
}

#[tokio::test]
async fn a_line_has_its_points_at_their_times() {
    let even = chart(Kind::Line, &[&[1.0, 2.0, 3.0]]);
    let at = |hours: i64| DateTime::UNIX_EPOCH + TimeDelta::hours(hours);
    let timed = Chart { times: vec![at(0), at(1), at(100)], ..even.clone() };
    assert_ne!(drawn(&timed).await, drawn(&even).await);
    let bars = Chart { kind: Kind::Bar, ..timed };
    assert_eq!(drawn(&bars).await, drawn(&Chart { times: Vec::new(), ..bars.clone() }).await);
}

#[tokio::test]
async fn what_cannot_be_drawn_says_why() {
    let good = chart(Kind::Line, &[&[1.0, 2.0]]);
    let nothing = Plotters.draw(&chart(Kind::Line, &[&[]])).await;
    assert_eq!(nothing, Err(Undrawn::Fault(Fault::Points(0))));
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let bad = Plotters.draw(&chart(Kind::Bar, &[&[1.0, bad]])).await;
        assert_eq!(bad, Err(Undrawn::Fault(Fault::Number(1, 2))));
    }
    let unread = Chart { labels: vec!["a".to_owned(), "東".to_owned()], ..good.clone() };
    let why = Plotters.draw(&unread).await.unwrap_err();
    assert_eq!(why, Undrawn::Letter('東'));
    assert!(why.to_string().contains("東"), "{why}");
    assert_eq!(Plotters.draw(&Chart { title: "a\nb".to_owned(), ..good }).await, Err(Undrawn::Letter('\n')));
}

#[test]
fn four_pixels_become_their_mean() {
    let row = 3 * 2 * WIDTH as usize;
    let mut pixels = vec![0; row * 2 * HEIGHT as usize];
    pixels[0] = 200;
    pixels[row + 3] = 100;
    let small = averaged(&pixels);
    assert_eq!((small.len(), small[0], small[1]), (3 * (WIDTH * HEIGHT) as usize, 75, 0));
}
