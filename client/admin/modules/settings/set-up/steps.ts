import type { SetUpStep } from '../../../../../src/modules/onboarding/onboarding.schema.ts';
import { addressOrder } from '../../../../../src/shared/settings/standard-lists.ts';
import type { Fields } from '../../../../../src/shared/settings/field-types.ts';
import { settingGroups } from '../../../../../src/shared/settings/groups.ts';
import type { Group, GroupName } from '../group-model.ts';

interface Step {
  name: SetUpStep;
  title: string;
  lead: string;
}

/** A step that edits some fields of a settings group. */
export interface SettingsStep extends Step {
  group: GroupName;
  /** In the order of display. */
  paths: (stored: Group) => readonly string[];
  /** Whether the company's country is asked first. */
  hasCountry?: true;
}

const business: SettingsStep = {
  name: 'business',
  title: 'Your business',
  group: 'region',
  hasCountry: true,
  lead: 'Where you are and what you do. Texts, categories, job titles, services and legal pages begin with the answers.',
  paths: () => ['language', 'trade'],
};

const company: SettingsStep = {
  name: 'company',
  title: 'Company',
  group: 'company',
  lead: 'Who the site is about. Replace what is there.',
  paths: () => ['name', 'legal_name', 'since', 'tagline', 'summary'],
};

const look: SettingsStep = {
  name: 'look',
  title: 'Look',
  group: 'brand',
  lead: 'Choose or drop your logo, and take a colour from it, or pick one.',
  paths: () => ['logo', 'accent', 'heading_font', 'corners'],
};

const home: SettingsStep = {
  name: 'home',
  title: 'Home page',
  group: 'pages',
  lead: 'What visitors see first beside your words.',
  paths: () => ['home.opening', 'home.picture', 'home.picture_alt'],
};

const contact: SettingsStep = {
  name: 'contact',
  title: 'Contact',
  group: 'company',
  lead: 'How people reach you. Leave empty what you don’t have.',
  paths: ({ value }) => {
    const { country_code = '' } = (value.address ?? {}) as { country_code?: string };
    return [...addressOrder(country_code).map((name) => `address.${name}`), 'phone', 'email', 'social'];
  },
};

const pages: SettingsStep = {
  name: 'pages',
  title: 'Pages',
  group: 'features',
  lead: 'Tick what the site should have. A page that is off is linked from nowhere, and nothing in it is lost.',
  paths: () => Object.keys(settingGroups.features.fields),
};

const sampleContent: Step = {
  name: 'sample-content',
  title: 'Sample content',
  lead: 'The posts, projects, jobs, people and testimonials that the site came with.',
};

/** All but the last one edit settings. */
export const steps: readonly (Step | SettingsStep)[] = [
  business,
  company,
  look,
  home,
  contact,
  pages,
  sampleContent,
];

/** In the order of the paths, with sections together. A path may be a section. Unknown paths are ignored. */
export function pickFields(fields: Fields, paths: readonly string[]): Fields {
  const picked: Fields = {};
  for (const path of paths) {
    const [name = '', ...inner] = path.split('.');
    const field = fields[name];
    if (!field) continue;
    if (field.kind !== 'section' || inner.length === 0) picked[name] = field;
    else {
      const before = picked[name];
      const part = pickFields(field.fields, [inner.join('.')]);
      picked[name] = { ...field, fields: { ...(before?.kind === 'section' && before.fields), ...part } };
    }
  }
  return picked;
}
