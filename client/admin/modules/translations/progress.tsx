import type { ApiOutputs } from '../../../api/types.ts';
import { nameOfLanguage } from '../../core/language-names.ts';
import classes from './translations.module.css';

type Progressed = ApiOutputs['translations']['table']['progress'];

const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** How much of the site each language has. */
export function Progress({ progress }: { progress: Progressed }) {
  return (
    <ul className={classes.progress} aria-label="Progress by language">
      {progress.map(({ lang, total, by }) => {
        const done = total === 0 ? 1 : (by.published ?? 0) / total;
        const open = [
          [by.missing, 'missing'],
          [by.outdated, 'outdated'],
          [by.draft, 'not published'],
        ].flatMap(([count, word]) => (count ? [`${count} ${word}`] : []));
        return (
          <li key={lang}>
            <span className={classes.language}>{nameOfLanguage(lang)}</span>
            <span className={classes.share}>{share.format(done)}</span>
            <progress max={1} value={done} aria-label={`${nameOfLanguage(lang)}: published`} />
            <span className={classes.open}>{open.join(', ') || 'Complete'}</span>
          </li>
        );
      })}
    </ul>
  );
}
