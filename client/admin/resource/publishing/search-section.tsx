import { factsOf, type ModuleName } from '../../../../src/shared/module-facts.ts';
import { SearchPreview } from '../../components/search-preview.tsx';
import { Field } from '../field.tsx';
import { useFormContext } from '../form-context.tsx';
import { useMediaItem } from '../media-control.tsx';
import type { Resource } from '../resource-types.ts';
import type { Row } from '../module-api.ts';
import { rowAddressOf, normalizeAddress } from './addresses.ts';
import classes from './publishing.module.css';

/**
 * The number of characters that search engines usually show (`shown`), and the maximum number that can be
 * saved (`most`).
 */
const lengths = { title: { shown: 60, most: 70 }, description: { shown: 160, most: 200 } };

/** The names of modules in the addresses of share cards, for example `post` in `/cards/post-12-0.png`. */
const cards: Partial<Record<ModuleName, string>> = {
  blog: 'post',
  jobs: 'job',
  portfolio: 'project',
  pages: 'own',
};

/** How search engines and link previews show the page, with a sample. */
export function SearchSection({ resource, row }: { resource: Resource; row: Row }) {
  const { folder } = factsOf(resource.name);
  const { form } = useFormContext();
  const { seo_title, seo_description, share_picture, is_hidden_from_search, slug } = form.values;
  const picture = useMediaItem(Number(share_picture) || undefined);
  if (!folder) return null;
  const own = String(row.excerpt ?? row.description ?? row.intro ?? '').split('\n')[0] ?? '';
  const isPublic = row.state === 'published';
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Search and sharing</legend>
      <Field
        name="seo_title"
        placeholder={String(row[resource.title])}
        description={counted(String(seo_title), lengths.title, 'Empty: the title.')}
      />
      <Field
        name="seo_description"
        rows={3}
        placeholder={own}
        description={counted(String(seo_description), lengths.description, 'Empty: the first words.')}
      />
      <Field
        name="share_picture"
        description={
          share_picture
            ? 'A picture of 1200 by 630 pixels fits best.'
            : 'Without one, links show a drawn card with the title.'
        }
      />
      <Field
        name="is_hidden_from_search"
        description="Visitors still find it in the lists of the site and in the feeds."
      />
      <Field
        name="canonical_url"
        placeholder="https://"
        description="For words that first appeared on another site. Search engines list that page instead of this one."
      />
      <SearchPreview
        title={String(seo_title).trim() || String(row[resource.title])}
        description={String(seo_description).trim() || own}
        url={
          location.host + rowAddressOf(resource.name, normalizeAddress(resource.name, String(slug)), row.id)
        }
        picture={
          picture?.path
            ? `/${picture.path}`
            : isPublic
              ? `/cards/${cards[resource.name]}-${row.id}-0.png`
              : ''
        }
        isHidden={Boolean(is_hidden_from_search)}
      />
      {!isPublic && !share_picture && (
        <p className={classes.hint}>The card is drawn when visitors can see the page.</p>
      )}
    </fieldset>
  );
}

function counted(text: string, { shown, most }: { shown: number; most: number }, otherwise: string): string {
  const { length } = text.trim();
  if (length === 0) return otherwise;
  const count = `${length} of ${most} characters.`;
  if (length > most) return `${count} It is too long to be saved: leave out ${length - most}.`;
  return length > shown ? `${count} Search engines usually show about ${shown}.` : count;
}
