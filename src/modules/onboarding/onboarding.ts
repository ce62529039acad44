import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import { groupValue, valueInLanguage } from '../../settings/assemble-settings.ts';
import { languagesIn, readCurrentGroups } from '../../settings/stored-groups.ts';
import { Success } from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import { moduleNames } from '../../shared/module-facts.ts';
import { defaultsBasisOf, defaultsFor, settingDefaults } from '../../shared/settings/defaults.ts';
import type { Features } from '../../shared/settings/fields/features.ts';
import { languages } from '../../shared/settings/fields/region.ts';
import { type GroupName, groupNames, type GroupValues } from '../../shared/settings/groups.ts';
import { findGaps, findUnfinishedDocuments } from '../../shared/settings/legal-documents.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import { activeUserFilter, User } from '../users/user.ts';
import {
  type ChecklistItem,
  DismissalInput,
  type OnboardingOffer,
  Onboarding,
  SampleContentStatus,
  SampleRemovalResult,
  SampleRestorationResult,
  SampleIds,
  type SetUpStep,
} from './onboarding.schema.ts';
import {
  getSampleContent,
  listSampleIds,
  removeSampleContent,
  restoreSampleContent,
  type SampleContentModules,
} from './sample-content.ts';

/** A page with a default text about a company. */
interface UneditedText {
  page: string;
  group: GroupName;
  /** Of the field in its group, for example `about.mission`. */
  path: string;
}

interface Candidate extends UneditedText {
  /**
   * The page shows it only while the text `shownBy` of the group `pages` is unchanged, or with the section `section`.
   */
  shownBy?: string;
  section?: { of: 'home' | 'about'; name: string };
}

const plainPages = [
  ...['services', 'portfolio', 'team', 'gallery', 'blog', 'career'],
  ...['contact', 'quotations', 'internship'],
];

/** The default texts about the sample company. Others, such as labels of buttons, suit any company. */
const candidates: Candidate[] = [
  { page: 'home', group: 'company', path: 'tagline', shownBy: 'home.heading' },
  { page: 'home', group: 'company', path: 'summary', shownBy: 'home.intro' },
  { page: 'home', group: 'lists', path: 'highlights', section: { of: 'home', name: 'highlights' } },
  { page: 'home', group: 'lists', path: 'company_life', section: { of: 'home', name: 'company_life' } },
  { page: 'home', group: 'pages', path: 'about.mission', section: { of: 'home', name: 'mission' } },
  { page: 'about', group: 'company', path: 'summary', shownBy: 'about.intro' },
  { page: 'about', group: 'pages', path: 'about.mission', section: { of: 'about', name: 'statements' } },
  { page: 'about', group: 'pages', path: 'about.vision', section: { of: 'about', name: 'statements' } },
  { page: 'about', group: 'lists', path: 'values', section: { of: 'about', name: 'values' } },
  { page: 'about', group: 'lists', path: 'achievements', section: { of: 'about', name: 'achievements' } },
  { page: 'services', group: 'lists', path: 'services' },
  ...plainPages.map((page): Candidate => ({ page, group: 'pages', path: `${page}.intro` })),
];

/** For each page, its first unedited text about a company. */
function findUneditedTexts(values: GroupValues, defaults: GroupValues): UneditedText[] {
  const texts = new Map<string, UneditedText>();
  for (const candidate of candidates) {
    const { page, group, path } = candidate;
    const isOff = values.features[page as keyof Features] === false;
    if (isOff || texts.has(page) || !isShown(values, defaults, candidate)) continue;
    if (isDefaultText(values, defaults, group, path)) texts.set(page, { page, group, path });
  }
  return [...texts.values()];
}

function isShown({ pages }: GroupValues, defaults: GroupValues, { shownBy, section }: Candidate): boolean {
  if (shownBy) return valueAt(pages, shownBy) === valueAt(defaults.pages, shownBy);
  return !section || (pages[section.of].sections as readonly string[]).includes(section.name);
}

/** For a list: whether at least one entry is a default entry. */
function isDefaultText(values: GroupValues, defaults: GroupValues, group: GroupName, path: string): boolean {
  const [own, initial] = [valueAt(values[group], path), valueAt(defaults[group], path)];
  if (!Array.isArray(own) || !Array.isArray(initial)) return own === initial && own !== '';
  const known = new Set(initial.map((entry) => JSON.stringify(entry)));
  return own.some((entry) => known.has(JSON.stringify(entry)));
}

function valueAt(values: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], values);
}

export const DismissalSchema = defineEntity({
  name: 'Dismissal',
  tableName: 'dismissals',
  uniques: [{ properties: ['name'] }],
  properties: {
    id: p.integer().primary(),
    /**
     * The dismissed offer: `set-up`, `checklist`, or a step of the set-up that was confirmed as it is. Other
     * versions of the program may have stored other names.
     */
    name: textColumn('nothing'),
    created_at: p.datetime(),
  },
});

/** Dismissed for all admins. */
class Dismissal extends DismissalSchema.class {}

DismissalSchema.setClass(Dismissal);

type OnboardingCtx = Ctx & { mailer: { hasServer?: boolean }; notifyEmails: readonly string[] };

/** Without what the server cannot check, such as backups. */
async function getOnboarding(ctx: OnboardingCtx, modules: SampleContentModules): Promise<Onboarding> {
  const stored = await readCurrentGroups(ctx.read);
  const byName = new Map(stored.map((row) => [row.group_name, row.value]));
  const basis = defaultsBasisOf(byName.get('region'));
  const values = Object.fromEntries(
    groupNames.map((name) => [name, groupValue(name, byName.get(name), basis)]),
  ) as GroupValues;
  const { company, brand, lists, legal, privacy } = values;
  // Both defaults count: a site may show those of its language and trade and still have stored those of the sample
  // company.
  const defaults = [defaultsFor(basis), settingDefaults];
  const em = ctx.em.fork();
  const { untouched } = await getSampleContent(ctx, modules);
  const admins = await em.count(User, { role: 'admin', ...activeUserFilter });
  const dismissed = new Set((await em.find(Dismissal, {})).map(({ name }) => name));

  const { company: sample } = settingDefaults;
  const hasOwnName = company.name !== sample.name;
  const hasOwnContact =
    [company.phone, company.email].some(Boolean) &&
    company.phone !== sample.phone &&
    company.email !== sample.email &&
    company.address.street !== sample.address.street;
  const demoTexts = findUneditedTexts(values, settingDefaults);
  const [, ...further] = languagesIn(byName.get('region')).shown;
  const openDocuments = [
    ...findUnfinishedDocuments(legal, company, privacy),
    ...further.flatMap((one) => {
      const inLanguage = valueInLanguage('legal', byName, basis, one) as GroupValues['legal'];
      const gaps = findGaps(inLanguage, company, privacy);
      return gaps.map(({ document, problem }) => ({
        document,
        problem: `In ${languages[one.language]}: ${problem}`,
      }));
    }),
  ];
  const knownServices = new Set(
    defaults.flatMap(({ lists: { services } }) => services.map((service) => JSON.stringify(service))),
  );
  const hasUneditedHomeText = defaults
    .flatMap((initial) => findUneditedTexts(values, initial))
    .some(({ page, group }) => page === 'home' && group === 'company');
  const steps: Record<SetUpStep, boolean> = {
    business: byName.has('region') || hasOwnName || dismissed.has('business'),
    company: hasOwnName || dismissed.has('company'),
    look: byName.has('brand') || dismissed.has('look'),
    home: byName.has('pages') || dismissed.has('home'),
    contact: hasOwnContact || dismissed.has('contact'),
    pages: byName.has('features') || dismissed.has('pages'),
    'sample-content': untouched === 0,
  };
  const items: Record<ChecklistItem, boolean> = {
    logo: brand.logo !== '',
    home_texts: !hasUneditedHomeText,
    service: lists.services.some((service) => !knownServices.has(JSON.stringify(service))),
    contact: hasOwnContact,
    imprint: legal.imprint.is_shown,
    privacy:
      !legal.privacy.is_shown ||
      !defaults.some((initial) => isDefaultText(values, initial, 'legal', 'privacy.text')),
    sample_content: untouched === 0,
    mail_server: ctx.mailer.hasServer ?? false,
    notices: ctx.notifyEmails.length > 0,
    second_admin: admins > 1,
  };
  const toList = <Name extends string>(done: Record<Name, boolean>) =>
    (Object.entries(done) as [Name, boolean][]).map(([name, isDone]) => ({ name, isDone }));
  const isComplete =
    Object.values(items).every(Boolean) &&
    openDocuments.length === 0 &&
    (!hasOwnName || demoTexts.length === 0);
  return {
    setUp: {
      isOffered: !dismissed.has('set-up') && !Object.values(steps).every(Boolean),
      steps: toList(steps),
    },
    checklist: {
      isOffered: !dismissed.has('checklist') && !isComplete,
      items: toList(items),
      openDocuments,
      demoTexts: hasOwnName ? demoTexts : [],
    },
  };
}

async function dismissOffer(
  { em, now }: Ctx,
  { offer, isDismissed }: { offer: OnboardingOffer; isDismissed: boolean },
): Promise<{ success: true }> {
  if (isDismissed) {
    const row = { name: offer, created_at: now };
    await em.fork().upsert(Dismissal, row, { onConflictAction: 'ignore', onConflictFields: ['name'] });
  } else await em.fork().nativeDelete(Dismissal, { name: offer });
  return { success: true };
}

const permitted = procedureWithGrant('settings:manage');

/** For the panel alone: the dashboard's offers to the admin of a new site, and the ids of sample rows. */
export function onboardingRouterOf(modules: SampleContentModules) {
  return router({
    state: permitted.output(Onboarding).query(({ ctx }) => getOnboarding(ctx, modules)),

    samples: procedureWithGrant('panel:follow')
      .output(SampleIds)
      .query(({ ctx }) => {
        const names = moduleNames.filter((name) => hasGrant(ctx.viewer.role, `${name}:manage`));
        return listSampleIds(ctx, modules, names);
      }),

    dismiss: permitted
      .input(DismissalInput)
      .output(Success)
      .mutation(({ ctx, input }) => dismissOffer(ctx, input)),
  });
}

export function sampleContentRouterOf(modules: SampleContentModules) {
  return router({
    state: permitted
      .meta(rest('GET', '/admin/sample-content', 'Count the sample entries of the site'))
      .output(SampleContentStatus)
      .query(({ ctx }) => getSampleContent(ctx, modules)),

    remove: permitted
      .meta(rest('POST', '/admin/sample-content/removal', 'Move unchanged sample entries to the trash'))
      .output(SampleRemovalResult)
      .mutation(({ ctx }) => removeSampleContent(ctx, modules)),

    restore: permitted
      .meta(rest('DELETE', '/admin/sample-content/removal', 'Undo the latest removal of sample entries'))
      .output(SampleRestorationResult)
      .mutation(({ ctx }) => restoreSampleContent(ctx, modules)),
  });
}
