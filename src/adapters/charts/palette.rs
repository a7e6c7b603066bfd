//! The colours of a chart: for each theme a ground, an ink, and four colours that are told apart by most eyes.

use crate::ports::charts::Theme;
use plotters::style::RGBColor;

/// The colours of a theme.
pub(super) struct Palette {
    /// Red, green and blue of what lies behind everything.
    pub(super) ground: u8,
    /// The title, and names of series.
    pub(super) ink: RGBColor,
    /// Labels, and the line of zero.
    pub(super) muted: RGBColor,
    /// The lines behind the numbers.
    pub(super) grid: RGBColor,
    /// One for each series.
    pub(super) series: [RGBColor; 4],
}

/// The colours of this theme.
pub(super) fn of(theme: Theme) -> Palette {
    match theme {
        Theme::Light => Palette {
            ground: 0xff,
            ink: RGBColor(28, 28, 30),
            muted: RGBColor(84, 84, 92),
            grid: RGBColor(221, 221, 225),
            series: [RGBColor(31, 95, 191), RGBColor(190, 84, 0), RGBColor(24, 124, 70), RGBColor(134, 63, 168)],
        },
        Theme::Dark => Palette {
            ground: 0x18,
            ink: RGBColor(240, 240, 242),
            muted: RGBColor(182, 182, 190),
            grid: RGBColor(62, 62, 66),
            series: [RGBColor(108, 172, 255), RGBColor(255, 164, 74), RGBColor(94, 208, 146), RGBColor(208, 156, 255)],
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::charts::palette::*;

    /// The relative luminance of a colour, by WCAG 2.
    fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    #[test]
    fn everything_is_told_from_the_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            let Palette { ground, ink, muted, series, .. } = of(theme);
            let contrast = |color: RGBColor| {
                let (one, other) = (luminance(color), luminance(RGBColor(ground, ground, ground)));
                (one.max(other) + 0.05) / (one.min(other) + 0.05)
            };
            assert!(contrast(ink) > 12.0 && contrast(muted) > 6.5, "{theme:?}");
            for color in series {
                assert!(contrast(color) > 4.5, "{theme:?} {color:?} {}", contrast(color));
            }
        }
    }
}
