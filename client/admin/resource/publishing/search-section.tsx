import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { SearchPreview } from '../../components/search-preview.tsx';
import { Field } from '../field.tsx';
import { useFormContext } from '../form-context.tsx';
import { useMediaItem } from '../media-control.tsx';
import { prefixOfLanguage } from '../../core/site-languages.ts';
import { rowAddressOf, normalizeAddress, titleOf } from './addresses.ts';
import classes from './publishing.module.css';

/** How many characters search engines usually show, and how many can be saved. */
const lengths = { title: { shown: 60, max: 70 }, description: { shown: 160, max: 200 } };

/** The names of modules in the addresses of share cards, for example `post` in `/cards/post-12-0.png`. */
const cards: Partial<Record<ModuleName, string>> = {
  blog: 'post',
  jobs: 'job',
  portfolio: 'project',
  pages: 'own',
};

export function SearchSection() {
  const { form, resource, row } = useFormContext();
  const { values } = form;
  const { seo_title, seo_description, share_picture, is_hidden_from_search, slug } = values;
  const picture = useMediaItem(Number(share_picture) || undefined);
  const title = titleOf({ title: resource.title, row, values });
  const own = String(values.excerpt ?? values.description ?? values.intro ?? '').split('\n')[0] ?? '';
  const isPublic = row?.state === 'published';
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>Search and sharing</legend>
      <Field
        name="seo_title"
        placeholder={title}
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
        title={String(seo_title).trim() || title}
        description={String(seo_description).trim() || own}
        url={
          location.host +
          prefixOfLanguage(form.values.lang) +
          rowAddressOf(resource.name, normalizeAddress(resource.name, String(slug)), row?.id)
        }
        picture={
          picture?.path
            ? `/${picture.path}`
            : isPublic
              ? `/cards/${cards[resource.name]}-${row?.id}-0.png`
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

function counted(text: string, { shown, max }: { shown: number; max: number }, otherwise: string): string {
  const { length } = text.trim();
  if (length === 0) return otherwise;
  const count = `${length} of ${max} characters.`;
  if (length > max) return `${count} It is too long to be saved: leave out ${length - max}.`;
  return length > shown ? `${count} Search engines usually show about ${shown}.` : count;
}
