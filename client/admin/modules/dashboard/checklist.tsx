import { Button, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { paths, usersPath } from '../../core/paths.ts';
import classes from './onboarding.module.css';
import { Section } from './section.tsx';
import { type Onboarding, useDismissal } from './use-onboarding.ts';

type Checklist = Onboarding['checklist'];
type Name = Checklist['items'][number]['name'];

interface Item {
  label: string;
  /** Where it is done. Absent for what is not done in the panel. */
  to?: string;
  hint?: string;
}

const setting = (group: string, path: string) => `${paths.settings}/${group}#${path}`;

const itemsByName: Record<Name, Item> = {
  logo: { label: 'Upload your logo', to: setting('brand', 'logo') },
  home_texts: { label: 'Say in your own words what you do', to: setting('company', 'tagline') },
  service: { label: 'Describe a service of your own', to: setting('lists', 'services') },
  contact: { label: 'Enter your phone, email and street', to: setting('company', 'phone') },
  imprint: { label: 'Publish an imprint', to: setting('legal', 'imprint.is_shown') },
  privacy: { label: 'Make the privacy page your own', to: setting('legal', 'privacy.text') },
  sample_content: {
    label: 'Remove or rewrite the sample content',
    to: `${paths.setUp}/sample-content`,
  },
  mail_server: {
    label: 'Set a mail server',
    hint: 'Where the server is started, as SMTP_URL. Until then mails stay on that machine.',
  },
  second_admin: { label: 'Add a second administrator', to: `${usersPath}/new` },
};

/** What is left before visitors should come. The server computes it, so nothing is ticked by hand. */
export function ChecklistSection({ checklist: { items, demoTexts } }: { checklist: Checklist }) {
  const dismiss = useDismissal('checklist', 'The checklist is hidden');
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <div className={classes.checklistArea}>
      <Section name="checklist" title={`Before visitors come: ${done} of ${items.length} done`}>
        <ul className={classes.checklist}>
          {items.map(({ name, isDone }) => (
            <ChecklistEntry key={name} item={itemsByName[name]} isDone={isDone} />
          ))}
        </ul>
        {demoTexts.length > 0 && (
          <p className={classes.demoTexts}>
            Demo text still shown on:{' '}
            {demoTexts.map(({ page, group, path }, place) => (
              <Fragment key={page}>
                {place > 0 && ', '}
                <Link to={setting(group, path)}>{labelOf(page)}</Link>
              </Fragment>
            ))}
          </p>
        )}
        <p className={classes.checklistActs}>
          <Button variant="subtle" size="compact-sm" aria-disabled={dismiss.isPending} onClick={dismiss.run}>
            Hide this checklist
          </Button>
        </p>
      </Section>
    </div>
  );
}

function ChecklistEntry({ item: { label, to, hint }, isDone }: { item: Item; isDone: boolean }) {
  return (
    <li className={classes.checklistItem} data-done={isDone || undefined}>
      {isDone ? (
        <IconCircleCheckFilled size={20} aria-hidden="true" />
      ) : (
        <IconCircle size={20} stroke={1.6} aria-hidden="true" />
      )}
      <span>
        <VisuallyHidden>{isDone ? 'Done: ' : 'To do: '}</VisuallyHidden>
        {to && !isDone ? <Link to={to}>{label}</Link> : label}
        {hint && !isDone && <span className={classes.checklistHint}>{hint}</span>}
      </span>
    </li>
  );
}

function labelOf(page: string): string {
  const { fields }: { fields: Record<string, { label: string }> } = settingGroups.pages;
  return fields[page]?.label ?? page;
}
