import { Link } from 'react-router-dom';
import { galleryModule, galleryPath } from '../../../../src/shared/gallery-limits.ts';
import type { MediaKind } from '../../../../src/modules/library/library.facts.ts';
import { linkedFilesKey } from '../../../../src/shared/blocks/row-values.ts';
import type { MediaUseView } from '../../../../src/shared/media.ts';
import { findModuleByLogName, modulePath } from '../../../../src/shared/module-facts.ts';
import { paths } from '../../core/paths.ts';
import classes from './media.module.css';

interface MediaUsesProps {
  uses: readonly MediaUseView[];
  kind: MediaKind;
  /** Uploaded in a row's form, so deleted when no row shows it. */
  isAttached: boolean;
}

export function MediaUses({ uses, kind, isAttached }: MediaUsesProps) {
  return (
    <section className={classes.section} aria-labelledby="media-uses">
      <h2 id="media-uses" className={classes.sectionTitle}>
        Where it is used
      </h2>
      {uses.length === 0 ? (
        <p className={classes.quiet}>{`Nothing uses this ${kind}.`}</p>
      ) : (
        <UseList uses={uses} />
      )}
      {uses.length > 0 && (
        <p className={classes.quiet}>
          {isAttached
            ? 'It came with a form, and goes when nothing uses it any more. Saving this page keeps it in the library.'
            : 'It cannot be deleted while something uses it.'}
        </p>
      )}
    </section>
  );
}

export function UseList({ uses }: { uses: readonly MediaUseView[] }) {
  return (
    <ul className={classes.uses}>
      {uses.map((use) => (
        <li key={`${use.module} ${use.id} ${use.place} ${use.is_in_trash}`}>
          <UseLink use={use} />
          <span className={classes.quiet}>{wordsOf(use)}</span>
        </li>
      ))}
    </ul>
  );
}

function UseLink({ use: { module, id, title, place, is_in_trash } }: { use: MediaUseView }) {
  if (module === 'settings') return <Link to={`${paths.settings}/${place}`}>{title}</Link>;
  if (module === galleryModule) return <Link to={galleryPath}>{title}</Link>;
  const known = findModuleByLogName(module);
  if (!known || known.name === 'media') return <span>{title}</span>;
  const list = modulePath(known.name);
  return <Link to={is_in_trash ? `${list}/trash` : `${list}/${id}/edit`}>{title || known.noun}</Link>;
}

function wordsOf({ module, place, is_in_trash }: MediaUseView): string {
  // The gallery's title names the module already.
  const other = module === galleryModule ? undefined : module;
  const kind = module === 'settings' ? 'Settings' : (findModuleByLogName(module)?.label ?? other);
  const where = { content: 'in the text', [linkedFilesKey]: 'as a link' }[place];
  return [kind, where, is_in_trash ? 'in the trash' : undefined].filter(Boolean).join(', ');
}
