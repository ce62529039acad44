import type { ComponentType, SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** The width and height in pixels. */
  size?: number;
  /** The width of the lines in an icon of 24 pixels. */
  stroke?: number;
}
export type Icon = ComponentType<IconProps>;

/** Creates an icon component from SVG paths. The modules that are imported from `icon:` call this function. */
export function createIcon(paths: string[], isFilled = false): Icon {
  const ink = isFilled
    ? ({ fill: 'currentColor' } as const)
    : ({ fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const);
  return function DrawnIcon({ size = 24, stroke = 2, ...rest }) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: the code that uses an icon names or hides it
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        {...ink}
        strokeWidth={isFilled ? undefined : stroke}
        {...rest}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    );
  };
}
