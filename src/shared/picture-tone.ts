const greyBelow = 0.06;

/**
 * The main colour, coarsely rounded, such as `light-2 hue-4`. Style sheets set it, because public pages forbid inline
 * styles. The page's script removes it when the picture has loaded, which may be transparent.
 */
export function toneKeywordsOf(colour: string): string {
  const parts = [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts;
  const [max, min] = [Math.max(...parts), Math.min(...parts)];
  const light = `light-${Math.min(3, Math.floor((max + min) * 2))}`;
  const chroma = max - min;
  if (chroma < greyBelow) return light;
  // The angle on the colour wheel in sixths: red is 0, green 2, blue 4.
  const angle =
    max === red
      ? (green - blue) / chroma
      : max === green
        ? 2 + (blue - red) / chroma
        : 4 + (red - green) / chroma;
  return `${light} hue-${(Math.round(angle) + 6) % 6}`;
}
