import { z } from 'zod';
import { Timestamp } from '../../shared/fields.ts';
import { legalPageNames } from '../../shared/settings/fields/legal.ts';

export const SampleContentStatus = z.object({
  untouched: z.int().describe('The number of entries that nobody has changed'),
  /** These are never removed. */
  changed: z.int().describe('The number of entries that somebody has changed'),
  /** Null when there is nothing to undo. */
  removed: z
    .object({
      count: z.int().describe('The number of entries'),
      at: Timestamp.describe('The time of the removal'),
    })
    .nullable()
    .describe('The latest removal, or null'),
});
export type SampleContentStatus = z.output<typeof SampleContentStatus>;

/** The ids of unchanged starter rows, by module. */
export const SampleIds = z.record(z.string(), z.array(z.int()));
export type SampleIds = z.output<typeof SampleIds>;

export const SampleRemovalResult = z.object({
  removed: z.int().describe('The number of entries that were moved to the trash'),
  kept: z.int().describe('The number of entries that stayed, because somebody had changed them'),
});
export type SampleRemovalResult = z.output<typeof SampleRemovalResult>;

export const SampleRestorationResult = z.object({
  restored: z.int().describe('The number of restored entries'),
});
export type SampleRestorationResult = z.output<typeof SampleRestorationResult>;

export const setUpSteps = [
  'business',
  'company',
  'look',
  'home',
  'contact',
  'pages',
  'sample-content',
] as const;
export type SetUpStep = (typeof setUpSteps)[number];

const checklistItems = [
  ...(['logo', 'home_texts', 'service', 'contact', 'imprint', 'privacy'] as const),
  ...(['sample_content', 'mail_server', 'notices', 'second_admin'] as const),
] as const;
export type ChecklistItem = (typeof checklistItems)[number];

/**
 * What the dashboard shows until it is done or dismissed. A step of the set-up is dismissed by confirming it as it is.
 */
const offers = ['set-up', 'checklist', ...setUpSteps] as const;
export type OnboardingOffer = (typeof offers)[number];

export const Onboarding = z.object({
  setUp: z.object({
    isOffered: z.boolean(),
    steps: z.array(z.object({ name: z.enum(setUpSteps), isDone: z.boolean() })),
  }),
  checklist: z.object({
    isOffered: z.boolean(),
    items: z.array(z.object({ name: z.enum(checklistItems), isDone: z.boolean() })),
    /** Legal pages with a gap in the text, or without a fact that they need. */
    openDocuments: z.array(z.object({ document: z.enum(legalPageNames), problem: z.string() })),
    /** Pages with a text about the sample company. Empty until the company's name has changed. */
    demoTexts: z.array(z.object({ page: z.string(), group: z.string(), path: z.string() })),
  }),
});
export type Onboarding = z.output<typeof Onboarding>;

export const DismissalInput = z.object({ offer: z.enum(offers), isDismissed: z.boolean() });
