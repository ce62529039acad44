import IconCircle from 'icon:circle';
import IconCircleCheckFilled from 'icon:circle-check-filled';
import { Box, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyWithUndo } from '../../components/notifications.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { paths, usersPath } from '../../core/paths.ts';
import classes from './dashboard.module.css';
import { Section } from './section.tsx';

type Onboarding = ApiOutputs['onboarding']['state'];
type Offer = 'set-up' | 'checklist';

/** Undefined while loading, after an error, and for people who may not change the settings. */
export function useOnboarding(): Onboarding | undefined {
  const { role } = useCurrentUser();
  return trpc.onboarding.state.useQuery(undefined, { enabled: hasGrant(role, 'settings:manage') }).data;
}

/** Hides the offer for all admins, and offers to undo that. */
function useDismissal(offer: Offer, message: string): { isPending: boolean; run: () => void } {
  const change = trpc.onboarding.dismiss.useMutation({
    onSuccess: (_, { isDismissed }) => {
      if (isDismissed) notifyWithUndo(message, undefined, () => change.mutate({ offer, isDismissed: false }));
    },
    meta: { failed: 'Couldn’t change the dashboard' },
  });
  const run = () => {
    if (!change.isPending) change.mutate({ offer, isDismissed: true });
  };
  return { isPending: change.isPending, run };
}

export function SetUpCard({ setUp: { steps } }: Pick<Onboarding, 'setUp'>) {
  const dismiss = useDismissal('set-up', 'The set-up is no longer offered');
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={classes.setUp} aria-labelledby="set-up-card">
      <div>
        <h2 className={classes.setUpTitle} id="set-up-card">
          Make this site yours: {steps.length} steps, about 3 minutes
        </h2>
        <Text mt={4}>
          What you do, name, look, home page, contact, pages and sample content.
          {done > 0 && ` ${done} of ${steps.length} are done.`}
        </Text>
      </div>
      <Group gap="sm">
        <Button variant="subtle" aria-disabled={dismiss.isPending} onClick={dismiss.run}>
          Don’t offer this again
        </Button>
        <Button component={Link} to={paths.setUp}>
          {done > 0 ? 'Continue the set-up' : 'Start the set-up'}
        </Button>
      </Group>
    </section>
  );
}

type Checklist = Onboarding['checklist'];
type Name = Checklist['items'][number]['name'];

interface Item {
  label: string;
  /** Absent if the panel has no screen for the task. */
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
  notices: {
    label: 'Say who gets a mail about new messages',
    hint: 'Where the server is started, as NOTIFY_EMAIL. Until then messages wait in the inbox.',
  },
  second_admin: { label: 'Add a second administrator', to: `${usersPath}/new` },
};

/** The server determines which tasks are done. */
export function ChecklistSection({
  checklist: { items, openDocuments, demoTexts },
}: {
  checklist: Checklist;
}) {
  const dismiss = useDismissal('checklist', 'The checklist is hidden');
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <Box mb={24}>
      <Section name="checklist" title={`Before visitors come: ${done} of ${items.length} done`}>
        <ul className={classes.checklist}>
          {items.map(({ name, isDone }) => (
            <ChecklistEntry key={name} item={itemsByName[name]} isDone={isDone} />
          ))}
        </ul>
        {openDocuments.map(({ document, problem }) => (
          <p key={document + problem} className={classes.demoTexts}>
            <Link to={setting('legal', `${document}.text`)}>
              {settingGroups.legal.fields[document].label}
            </Link>{' '}
            is not finished: {problem}
          </p>
        ))}
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
        <Text mt="sm">
          <Button variant="subtle" size="compact-sm" aria-disabled={dismiss.isPending} onClick={dismiss.run}>
            Hide this checklist
          </Button>
        </Text>
      </Section>
    </Box>
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
        {hint && !isDone && (
          <Text span c="dimmed" fz={14} display="block">
            {hint}
          </Text>
        )}
      </span>
    </li>
  );
}

function labelOf(page: string): string {
  const { fields }: { fields: Record<string, { label: string }> } = settingGroups.pages;
  return fields[page]?.label ?? page;
}
