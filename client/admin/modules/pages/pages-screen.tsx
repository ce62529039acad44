import { pageColumns, pagesFacts } from '../../../../src/modules/pages/pages.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import { type CardFrame, CardDetail, CardText, CardTime, RecordCard } from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import type { FormParts, RowOf } from '../../resource/resource-types.ts';

const pageStates = { visible: 'Published', hidden: 'Draft', ended: 'Ended' };

/** Management of the pages that staff make of blocks. */
export const pagesPages = defineResource('pages', {
  columns: pageColumns,
  nouns: { one: 'page', many: 'pages' },
  title: 'title',
  groups: 'place',
  card: (page, acts) => <PageCard key={page.id} page={page} {...acts} />,
  hasWidePictures: false,
  empty: { place: 'Page' },
  form: PageForm,
  fields: async () => ({
    is_published: (await import('../../resource/publishing/publish-tick.tsx')).publishTick,
    place: (await import('./place-control.tsx')).placeField,
  }),
  afterSave: async (...saved) => (await import('./place-control.tsx')).saveMenu(...saved),
});

/** A page in the list. */
function PageCard({ page, ...acts }: { page: RowOf<'pages'> } & CardFrame) {
  return (
    <RecordCard
      {...acts}
      title={page.title}
      facts={
        <>
          <span>{page.place}</span>
          <PublicationBadge row={page} {...pagesFacts} words={pageStates} />
        </>
      }
    >
      <CardDetail>{decodeURI(page.path)}</CardDetail>
      {page.intro && <CardText>{page.intro}</CardText>}
      <CardTime iso={page.created_at} />
    </RecordCard>
  );
}

/** The form of a page: its words and blocks, and beside them where it stands. The server validates the fields. */
function PageForm({ Field }: FormParts<typeof pageColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="title" />
          <Field name="slug" />
          <Field name="intro" rows={3} />
          <Field name="blocks" />
        </>
      }
      side={
        <>
          <Field name="place" description="A landing page has no menus" />
          <Field name="is_published" />
        </>
      }
    />
  );
}
