import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { isFixedPlace, pageColumns, pagesFacts } from '../../../../src/modules/pages/pages.facts.ts';
import { Link } from 'react-router-dom';
import type { Block } from '../../../../src/shared/column-types.ts';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { paths } from '../../core/paths.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import { type CommonCardParts, CardDetail, CardText, CardTime, RecordCard } from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import { withEmptyFields } from '../../resource/empty-block.ts';
import { useFormContext } from '../../resource/form-context.tsx';
import { siteLanguage } from '../../components/logo.tsx';
import { MenuSwitch, ShowSwitch } from './page-switches.tsx';
import classes from './pages.module.css';
import { pageOfService, templatesIn } from './templates.ts';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';
import { type FixedPage, fixedPageOf, useListedPages } from './use-site-pages.ts';

const pageStates = { visible: 'Published', hidden: 'Draft', ended: 'Ended' };

export const pagesPages = defineResource('pages', {
  columns: pageColumns,
  nouns: { one: 'page', many: 'pages' },
  words: { total: 'Own pages', paged: 'own pages' },
  title: 'title',
  groups: 'place',
  card: (page, acts) => <PageCard key={page.id} page={page} {...acts} />,
  cells: {
    place: (page) => <PagePlace page={page} />,
    is_published: (page) => <PageState page={page} />,
  },
  useListed: useListedPages,
  Foot: SettingsOfPages,
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

type Page = RowOf<'pages'>;

const fixedPlace = 'Fixed page';
const fixedStates: Record<FixedPage['state'], string> = {
  published: 'Published',
  empty: 'Empty',
  hidden: 'Hidden',
};

function PageCard({ page, ...acts }: { page: Page } & CommonCardParts) {
  const fixed = fixedPageOf(page);
  return (
    <RecordCard
      {...acts}
      title={page.title}
      facts={
        <>
          <span>{fixed ? fixedPlace : page.place}</span>
          <StateBadge page={page} />
        </>
      }
    >
      <CardDetail>{fixed ? fixed.path : decodeURI(page.path)}</CardDetail>
      {page.intro && <CardText>{page.intro}</CardText>}
      <div className={classes.switches}>
        <Menu page={page} />
        <Show page={page} />
      </div>
      {!fixed && <CardTime iso={page.created_at} />}
    </RecordCard>
  );
}

function StateBadge({ page }: { page: Page }) {
  const state = fixedPageOf(page)?.state;
  if (!state) return <PublicationBadge row={page} {...pagesFacts} words={pageStates} />;
  return (
    <Badge tt="none" variant={state === 'published' ? 'light' : 'default'}>
      {fixedStates[state]}
    </Badge>
  );
}

function Show({ page }: { page: Page }) {
  const fixed = fixedPageOf(page);
  const isShown = fixed ? fixed.state !== 'hidden' : page.is_published;
  return <ShowSwitch row={page} title={page.title} isShown={isShown} />;
}

/** What stands on a fixed page is in no menu. */
function Menu({ page }: { page: Page }) {
  return !isFixedPlace(page.place) && <MenuSwitch row={page} title={page.title} />;
}

function PagePlace({ page }: { page: Page }) {
  return (
    <>
      {fixedPageOf(page) ? fixedPlace : page.place}
      <Menu page={page} />
    </>
  );
}

function PageState({ page }: { page: Page }) {
  return (
    <span className={classes.state}>
      <StateBadge page={page} />
      <Show page={page} />
    </span>
  );
}

const settings = [
  { name: 'navigation', label: 'Navigation', grant: 'settings:manage' },
  { name: 'features', label: 'Features', grant: 'settings:manage' },
  { name: 'pages', label: 'Texts', grant: 'texts:manage' },
  { name: 'lists', label: 'Lists', grant: 'texts:manage' },
  { name: 'choices', label: 'Categories', grant: 'texts:manage' },
  { name: 'redirects', label: 'Redirects', grant: 'settings:manage' },
] as const;

/** The groups of settings that several pages share. */
function SettingsOfPages() {
  const { role } = useCurrentUser();
  return (
    <nav className={classes.settings} aria-label="Settings of all pages">
      <Text span c="dimmed">
        For all pages:
      </Text>
      {settings
        .filter(({ grant }) => hasGrant(role, grant))
        .map(({ name, label }) => (
          <Link key={name} to={`${paths.settings}/${name}`}>
            {label}
          </Link>
        ))}
    </nav>
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
  const begin = (
    control: HTMLButtonElement | HTMLSelectElement,
    { blocks, ...values }: { blocks: readonly Block[] } & Record<string, unknown>,
  ) => {
    // The templates disappear. The list of the blocks takes the focus.
    control.form?.querySelector('fieldset')?.focus();
    form.setValues({ ...values, blocks: blocks.map(withEmptyFields) });
  };
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
          onClick={({ currentTarget }) => begin(currentTarget, { blocks, ...(place && { place }) })}
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
            if (service) begin(currentTarget, pageOfService(service, language));
          }}
        />
      )}
    </Group>
  );
}
