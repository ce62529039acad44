import type { Person } from './portrait-person.ts';

/** The hair of a person behind the head and in front of it, and its strands. Each shape is SVG path data. */
interface HairShapes {
  back?: string;
  front?: string;
  lines?: string;
  opacity?: number;
}

const cx = 200;

function circle(x: number, y: number, r: number): string {
  // The circle is drawn clockwise, like the other paths. Otherwise it would cut a hole where it overlaps
  // them.
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

function cap(l: number, r: number, crown: number, hairline: string, low = 200): string {
  // With this correction, the top of the hair has the same height for any `low`.
  const pull = crown - (low - 200) / 3;
  return `M${l - 4} ${low}C${l - 12} ${pull} ${r + 12} ${pull} ${r + 4} ${low}L${r - 3} ${low - 18}${hairline}L${l + 3} ${low - 18}Z`;
}

/** Returns the hair of a person whose head is around (200, 200). Returns no shapes for a bald head. */
export function hairShapesOf({ style, head, turn }: Person): HairShapes {
  const [l, r] = [cx - head, cx + head];
  const side = turn > 0 ? -1 : 1;
  const px = cx + side * 24;
  /** `away` is the distance from the middle towards the parting. */
  const at = (away: number) => cx + side * away;
  const soft = `C${r - 8} 152 ${cx + 34} 148 ${cx} 148C${cx - 34} 148 ${l + 8} 152 ${l + 3} 182`;
  const parted =
    side === 1
      ? `C${r - 8} 164 ${px + 8} 160 ${px} 140C${px - 30} 160 ${l + 10} 156 ${l + 3} 184`
      : `C${r - 10} 156 ${px + 30} 160 ${px} 140C${px - 8} 160 ${l + 8} 164 ${l + 3} 184`;
  const curtain = `C${r - 4} 160 ${px + 22} 152 ${px} 134C${px - 22} 152 ${l + 4} 160 ${l + 3} 184`;
  const curl = (x: number, y: number, radius: number) =>
    circle(Math.round(x), Math.round(y), Math.round(radius));
  const around = (count: number, rx: number, ry: number, radius: number, y: number, from = Math.PI) =>
    Array.from({ length: count }, (_, index) => {
      const angle = from + ((Math.PI * 2 - 2 * (from - Math.PI) - Math.PI) * index) / (count - 1);
      return curl(cx + rx * Math.cos(angle), y + ry * Math.sin(angle), radius);
    }).join('');
  switch (style) {
    case 'bob':
      return {
        back: `M${l - 18} 292C${l - 26} 190 ${l - 20} 96 ${cx} 96C${r + 20} 96 ${r + 26} 190 ${r + 18} 292Q${cx} 306 ${l - 18} 292Z`,
        front: cap(l - 6, r + 6, 86, curtain, 236),
        lines: `M${px} 136Q${px + 50} 146 ${r + 2} 226M${px} 136Q${px - 50} 146 ${l - 2} 226`,
      };
    case 'long':
      return {
        back: `M${l - 24} 404C${l - 22} 200 ${l - 22} 94 ${cx} 94C${r + 22} 94 ${r + 22} 200 ${r + 24} 404L${r - 16} 414L${l + 16} 414Z`,
        front: cap(l - 3, r + 3, 84, curtain, 244),
        lines: `M${l - 12} 260L${l - 14} 396M${r + 12} 260L${r + 14} 396M${px} 136Q${px - 50} 150 ${l - 1} 230`,
      };
    case 'wavy':
      return {
        back: `M${l - 20} 392Q${l - 46} 350 ${l - 24} 312Q${l - 44} 270 ${l - 22} 232C${l - 34} 150 ${l - 6} 92 ${cx} 92C${r + 6} 92 ${r + 34} 150 ${r + 22} 232Q${r + 44} 270 ${r + 24} 312Q${r + 46} 350 ${r + 20} 392Q${cx} 420 ${l - 20} 392Z`,
        front: cap(l - 5, r + 5, 82, parted, 236),
        lines: `M${l - 14} 250Q${l - 30} 300 ${l - 12} 350M${r + 14} 250Q${r + 30} 300 ${r + 12} 350`,
      };
    case 'topKnot':
      return {
        back: circle(cx + side * 8, 92, 29),
        front: cap(l, r, 92, soft),
        lines: `M${cx + side * 8 - 20} 92q20 14 40 0M${cx - 14} 146Q${cx - 2} 124 ${cx + side * 8} 112M${cx + 22} 148Q${cx + 16} 126 ${cx + side * 8 + 6} 114`,
      };
    case 'lowBun':
      return {
        back: circle(cx - Math.sign(turn) * (head + 6), 262, 26),
        front: cap(l, r, 90, parted, 214),
        lines: `M${px} 142Q${px - side * 40} 140 ${cx - side * head} 190`,
      };
    case 'afro':
      return {
        back: around(11, head + 26, 78, 30, 190, Math.PI - 0.5) + curl(cx, 176, head + 36),
        front: cap(l - 2, r + 2, 84, soft, 196),
      };
    case 'curls':
      return {
        back:
          around(10, head + 16, 66, 30, 196, Math.PI - 0.9) +
          curl(l - 8, 268, 28) +
          curl(r + 8, 268, 28) +
          curl(l - 2, 304, 23) +
          curl(r + 2, 304, 23) +
          curl(cx, 178, head + 18),
        front: around(7, head - 8, 42, 23, 168),
      };
    case 'pixie':
      return {
        front: `M${at(-head - 3)} 214C${at(-head - 18)} 74 ${at(head + 18)} 74 ${at(head + 3)} 214L${at(head - 3)} 186C${at(head - 12)} 160 ${at(34)} 168 ${at(24)} 138C${at(-2)} 176 ${at(-40)} 174 ${at(2 - head)} 190Z`,
        lines: `M${px} 138Q${cx - side * 10} 150 ${cx - side * 40} 168`,
      };
    case 'fringe':
      return {
        back: `M${l - 14} 330C${l - 22} 190 ${l - 20} 94 ${cx} 94C${r + 20} 94 ${r + 22} 190 ${r + 14} 330Q${cx} 340 ${l - 14} 330Z`,
        front: `M${l - 8} 262C${l - 20} 56 ${r + 20} 56 ${r + 8} 262L${r - 4} 214Q${r - 2} 190 ${r - 6} 178Q${cx} 166 ${l + 6} 178Q${l + 2} 190 ${l + 4} 214Z`,
        lines: `M${cx - 24} 134L${cx - 28} 170M${cx + 4} 130L${cx + 4} 168M${cx + 30} 136L${cx + 34} 171`,
      };
    case 'braid': {
      const x = cx + side * (head + 2);
      const knots = [0, 1, 2, 3, 4, 5].map(
        (step) =>
          `M${x - 17 + step} ${268 + step * 24}Q${x} ${250 + step * 24} ${x + 17 - step} ${268 + step * 24}Q${x + 12 - step} ${296 + step * 24} ${x} ${300 + step * 24}Q${x - 12 + step} ${296 + step * 24} ${x - 17 + step} ${268 + step * 24}Z`,
      );
      return {
        front: cap(l, r, 88, parted, 226) + knots.join(''),
        lines: [0, 1, 2, 3, 4]
          .map((step) => `M${x - 12} ${284 + step * 24}L${x} ${296 + step * 24}L${x + 12} ${284 + step * 24}`)
          .join(''),
      };
    }
    case 'ponytail':
      return {
        back: `M${cx + side * 30} 116Q${cx + side * (head + 62)} 120 ${cx + side * (head + 52)} 232Q${cx + side * (head + 48)} 300 ${cx + side * (head + 22)} 324Q${cx + side * (head + 30)} 220 ${cx + side * (head - 6)} 160Z`,
        front: cap(l, r, 90, soft, 204),
        lines: `M${cx - side * 30} 148Q${cx + side * 6} 130 ${cx + side * 42} 140`,
      };
    case 'headscarf':
      return {
        back: `M${l - 22} 250C${l - 30} 120 ${cx - 60} 82 ${cx} 82C${cx + 60} 82 ${r + 30} 120 ${r + 22} 250Q${r + 40} 350 ${r + 62} 400L${l - 62} 400Q${l - 40} 350 ${l - 22} 250Z`,
      };
    case 'crop':
      return {
        front: cap(
          l,
          r,
          92,
          `C${r - 4} 156 ${cx + 40} 150 ${cx + 10} 150C${cx - 30} 150 ${l + 12} 146 ${l + 3} 182`,
        ),
      };
    case 'sidePart':
      return {
        front: cap(l - 1, r + 1, 80, parted, 202),
        lines: `M${px} 140Q${px + side * 4} 120 ${px - side * 4} 108`,
      };
    case 'curlyTop':
      return {
        back: around(7, head - 16, 40, 22, 142),
        front: cap(l, r, 84, soft) + around(6, head - 14, 8, 19, 150),
      };
    case 'buzz':
      return { front: cap(l + 1, r - 1, 100, soft, 198), opacity: 0.5 };
    case 'receding':
      return {
        front: `M${l - 3} 222Q${l - 12} 176 ${l + 5} 150Q${l + 7} 172 ${l + 4} 196ZM${r + 3} 222Q${r + 12} 176 ${r - 5} 150Q${r - 7} 172 ${r - 4} 196Z`,
      };
    case 'swept':
      return {
        back: `M${l - 10} 300C${l - 20} 190 ${l - 12} 96 ${cx} 96C${r + 12} 96 ${r + 20} 190 ${r + 10} 300Q${cx} 312 ${l - 10} 300Z`,
        front: cap(
          l - 1,
          r + 1,
          78,
          `C${r - 8} 148 ${cx + 30} 140 ${px} 136C${cx - 40} 140 ${l + 6} 150 ${l + 3} 190`,
          222,
        ),
        lines: `M${px} 136Q${px - 44} 124 ${l + 6} 176M${px} 136Q${px + 40} 122 ${r - 6} 170`,
      };
    case 'shortAfro':
      return {
        back: curl(cx, 172, head + 12),
        front: cap(
          l - 3,
          r + 3,
          82,
          `C${r - 4} 154 ${r - 16} 152 ${cx + 30} 150L${cx - 30} 150C${l + 16} 152 ${l + 4} 154 ${l + 3} 182`,
          200,
        ),
      };
    case 'waves':
      return {
        front: `M${l - 4} 206Q${l - 18} 176 ${l - 4} 150Q${l - 8} 112 ${cx - 34} 106Q${cx - 6} 86 ${cx + 26} 102Q${r + 4} 104 ${r + 4} 146Q${r + 18} 176 ${r + 4} 206L${r - 3} 186Q${r - 4} 164 ${cx + 36} 160Q${cx + 18} 142 ${cx - 8} 158Q${cx - 34} 146 ${l + 14} 164Q${l + 4} 172 ${l + 3} 188Z`,
        lines: `M${cx - 30} 118Q${cx - 8} 108 ${cx + 6} 124M${cx + 14} 114Q${cx + 36} 108 ${cx + 48} 128`,
      };
    case 'knot':
      return {
        back: circle(cx - side * 16, 98, 21),
        front: cap(l, r, 96, soft, 204),
        lines: `M${cx - 30} 150Q${cx - 24} 124 ${cx - side * 16} 112M${cx + 20} 149Q${cx + 10} 122 ${cx - side * 16 + 8} 113`,
      };
    default:
      return {};
  }
}
