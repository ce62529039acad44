import type { Ctx } from '../../database/ctx.ts';
import { defaultsBasisOf, defaultsFor, settingDefaults } from '../../shared/settings/defaults.ts';
import { findUnfinishedDocuments } from '../../shared/settings/legal-documents.ts';
import { type GroupValues, groupNames } from '../../shared/settings/groups.ts';
import { groupValue } from '../../settings/build-settings.service.ts';
import { readCurrentSettings } from '../../settings/transfer.service.ts';
import { active, User } from '../users/user.entity.ts';
import { findUneditedTexts, isDefaultText } from './unedited-texts.ts';
import { Dismissal } from './dismissal.entity.ts';
import type { ChecklistItem, Offer, Onboarding, SetUpStep } from './onboarding.schema.ts';
import { getSampleContent, type SampledModules } from './sample-content.service.ts';

type OnboardingCtx = Ctx & { mailer: { hasServer?: boolean }; notifyEmails: readonly string[] };

/**
 * Returns the set-up steps and the checklist of a new site, and which of their items are done. Leaves out
 * tasks that the server cannot check, such as backups.
 */
export async function getOnboarding(ctx: OnboardingCtx, modules: SampledModules): Promise<Onboarding> {
  const stored = await readCurrentSettings(ctx.read);
  const byName = new Map(stored.map((row) => [row.group_name, row.value]));
  const basis = defaultsBasisOf(byName.get('region'));
  const values = Object.fromEntries(
    groupNames.map((name) => [name, groupValue(name, byName.get(name), basis)]),
  ) as GroupValues;
  const { company, brand, lists, legal, privacy } = values;
  // A site may show the defaults of its own language and trade, and still have stored those of the sample company.
  const defaults = [defaultsFor(basis), settingDefaults];
  const em = ctx.em.fork();
  const { untouched } = await getSampleContent(ctx, modules);
  const admins = await em.count(User, { role: 'admin', ...active });
  const dismissed = new Set((await em.find(Dismissal, {})).map(({ name }) => name));

  const { company: sample } = settingDefaults;
  const hasOwnName = company.name !== sample.name;
  const hasOwnContact =
    [company.phone, company.email].some(Boolean) &&
    company.phone !== sample.phone &&
    company.email !== sample.email &&
    company.address.street !== sample.address.street;
  const demoTexts = findUneditedTexts(values, settingDefaults);
  const openDocuments = findUnfinishedDocuments(legal, company, privacy);
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
  const toList = <Name extends string>(given: Record<Name, boolean>) =>
    (Object.entries(given) as [Name, boolean][]).map(([name, isDone]) => ({ name, isDone }));
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

/** Dismisses an offer of the dashboard for all admins, or shows it again. */
export async function dismissOffer(
  { em, now }: Ctx,
  { offer, isDismissed }: { offer: Offer; isDismissed: boolean },
): Promise<{ success: true }> {
  if (isDismissed) {
    const row = { name: offer, created_at: now };
    await em.fork().upsert(Dismissal, row, { onConflictAction: 'ignore', onConflictFields: ['name'] });
  } else await em.fork().nativeDelete(Dismissal, { name: offer });
  return { success: true };
}
