import type { ShownLogo } from '../../../src/shared/brand/site-logo.ts';
import { textWidthInEms } from '../../../src/shared/letter-widths.ts';

/**
 * The room for the content of the header at different window widths, in rem. `room` applies from the window
 * width `width`.
 */
const windows = [
  { width: 68, room: 60.5 },
  { width: 80, room: 71.5 },
  { width: 90, room: 80.5 },
  { width: 96, room: 84 },
] as const;

// All sizes are in rem and must match site-header.css.
const logoHeight = 1.875;
const widestLogo = 16;
const nameSize = 1.5;
const oneLine = 12;
const linkSize = 0.96;
const linkPadding = 1.5;
const linkGap = 0.5;
const buttonPadding = 2.6;
const moreButton = 2.25;
const gap = 1.5;

interface Bar {
  logo: ShownLogo;
  name: string;
  links: readonly { label: string; is_below?: boolean }[];
  contact: string;
}

/**
 * Returns the smallest window width, in rem, at which the navigation fits beside the name. Returns undefined when no
 * window is wide enough. In that case, the header has the menu button at every width. The widths of letters are
 * estimates.
 */
export function widthForNavigation({ logo, name, links, contact }: Bar): number | undefined {
  const tops = links.filter(({ is_below }, at) => !is_below || at === 0);
  const labels = tops.map(({ label }) => textWidthInEms(label) * linkSize + linkPadding + linkGap);
  const buttons = links.filter(({ is_below }, at) => is_below && at > 0 && !links[at - 1]!.is_below).length;
  const navigation = labels.reduce((sum, width) => sum + width, buttons * moreButton);
  const button = textWidthInEms(contact) * linkSize + buttonPadding;
  const needed = brandWidth(logo, name) + navigation + button + 2 * gap;
  return windows.find(({ room }) => needed <= room)?.width;
}

function brandWidth({ picture }: ShownLogo, name: string): number {
  const { width, height } = picture?.light ?? { width: 1, height: 1 };
  const logo = Math.min(widestLogo, (width / height) * logoHeight);
  return picture?.hasName ? logo : logo + gap / 2 + nameWidth(name);
}

/**
 * Returns the estimated width of the name in rem. A long name is broken into two lines. The lines are rarely equally
 * long, so the longer line is assumed to have 60 % of the whole width.
 */
function nameWidth(name: string): number {
  const words = name.split(/\s+/).map((word) => textWidthInEms(word) * nameSize);
  const whole = textWidthInEms(name) * nameSize;
  return whole <= oneLine ? whole : Math.max(...words, whole * 0.6);
}
