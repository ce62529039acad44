import type { CSSProperties } from 'react';
import type { BrandLook } from '../../../../src/shared/brand/brand-look.ts';
import { isHex, type ThemeName } from '../../../../src/shared/brand/colour.ts';
import { makePalette } from '../../../../src/shared/brand/palette.ts';
import {
  describePalette,
  hasDefaultColours,
  cssPropertiesOf,
} from '../../../../src/shared/brand/stylesheet.ts';
import classes from './brand.module.css';

const names: Record<ThemeName, string> = { light: 'Light', dark: 'Dark' };

/**
 * A preview of the colours and corners in the form, in the light and the dark theme. Renders nothing while
 * the accent is not a valid colour.
 */
export function BrandSamples({ look }: { look: BrandLook }) {
  const accent = look.accent.trim().toLowerCase();
  if (!isHex(accent)) return null;
  const shown = { ...look, accent };
  const palette = makePalette(shown);
  const notes = describePalette(shown);
  return (
    <section aria-label="Samples of your colours">
      <div className={classes.pair}>
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            className={classes.sample}
            style={{ ...cssPropertiesOf(palette[theme]), '--radius': `${look.corners}px` } as CSSProperties}
          >
            <p className={classes.theme}>{names[theme]}</p>
            <p>
              Text with <span className={classes.link}>a link</span> and{' '}
              <span className={classes.quiet}>a quiet remark</span>.
            </p>
            <p className={classes.row}>
              <span className={classes.button}>Button</span>
              <span className={classes.field}>Input</span>
              <span className={classes.badge}>Badge</span>
            </p>
            <p className={classes.band}>A dark section</p>
          </div>
        ))}
      </div>
      <div role="status">
        <ul className={classes.notes}>
          {hasDefaultColours(shown) && <li>These are the colours of a new site.</li>}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
