import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { isFixedPlace, pageColumns, pagesFacts } from '../../../../src/modules/pages/pages.facts.ts';
import type { Block } from '../../../../src/shared/column-types.ts';
import { trpc } from '../../../api/trpc.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import { type CommonCardParts, CardDetail, CardText, CardTime, RecordCard } from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import { withEmptyFields } from '../../resource/empty-block.ts';
import { useFormContext } from '../../resource/form-context.tsx';
import { siteLanguage } from '../../components/logo.tsx';
import { pageOfService, templatesIn } from './templates.ts';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';

const pageStates = { visible: 'Published', hidden: 'Draft', ended: 'Ended' };

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
  opensPreview: true,
});

function PageCard({ page, ...acts }: { page: RowOf<'pages'> } & CommonCardParts) {
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

/** Only the server validates the values. */
function PageForm({ Field, values }: FormLayoutProps<typeof pageColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="title" />
          {!isFixedPlace(values.place) && (
            <>
              <Field name="slug" />
              <Field name="intro" rows={3} />
            </>
          )}
          {values.blocks.length === 0 && <Templates />}
          <Field name="blocks" />
        </>
      }
      side={
        <>
          <Field
            name="place"
            description="A landing page has no menus. On a fixed page, the blocks are shown below its own sections."
          />
          <Field name="is_published" />
        </>
      }
    />
  );
}

/** For a page without blocks. A new page can also start from a service in the settings. */
function Templates() {
  const { form, row } = useFormContext();
  const lists = trpc.settings.one.useQuery({ group: 'lists' }, { enabled: !row });
  const language = siteLanguage() ?? 'en';
  const { services = [] } = (lists.data?.value ?? {}) as { services?: Parameters<typeof pageOfService>[0][] };
  const begin = ({ blocks, ...values }: { blocks: readonly Block[] } & Record<string, unknown>) =>
    form.setValues({ ...values, blocks: blocks.map(withEmptyFields) });
  return (
    <Group gap="sm" role="group" aria-label="Begin with">
      <Text span c="dimmed">
        Begin with
      </Text>
      {templatesIn(language).map(({ label, place, blocks }) => (
        <Button
          key={label}
          variant="default"
          size="compact-md"
          onClick={() => begin({ blocks, ...(place && { place }) })}
        >
          {label}
        </Button>
      ))}
      {services.length > 0 && (
        <NativeSelect
          aria-label="Begin with a service"
          value=""
          data={[
            { value: '', label: 'A service of yours' },
            ...services.map(({ key, title }) => ({ value: key, label: title })),
          ]}
          onChange={({ currentTarget }) => {
            const service = services.find(({ key }) => key === currentTarget.value);
            if (service) begin(pageOfService(service, language));
          }}
        />
      )}
    </Group>
  );
}
