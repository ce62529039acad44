import IconDeviceDesktop from 'icon:device-desktop';
import IconLogout from 'icon:logout';
import IconMoon from 'icon:moon';
import IconSelector from 'icon:selector';
import IconSun from 'icon:sun';
import IconUserCircle from 'icon:user-circle';
import { type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { userKey } from '../../session/session-storage.ts';
import { useAsk } from '../components/ask.tsx';
import { useCurrentUser, useServices } from '../core/admin-context.ts';
import { roleLabels } from '../core/labels.ts';
import { paths } from '../core/paths.ts';
import { removeAutosavesOfUser } from '../form/autosave/local-database.ts';
import classes from './account-menu.module.css';

const schemes = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

const icon = { size: 17, stroke: 1.6 };

/** The menu of the signed-in person, with the account screen, the theme and the logout. */
export function AccountMenu() {
  const { name, role } = useCurrentUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const askLogout = useAskLogout();
  return (
    <Menu
      position="top-start"
      width={232}
      offset={4}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.who}>
            <Text span display="block" truncate fw={600} dir="auto" ta="left">
              {name}
            </Text>
            <Text span display="block" truncate c="dimmed" fz="xs">
              {roleLabels[role]}
            </Text>
          </span>
          <IconSelector {...icon} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          c="var(--ink)"
          component={Link}
          to={paths.account}
          leftSection={<IconUserCircle {...icon} />}
        >
          Your account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {schemes.map(({ value, label, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon {...icon} />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={askLogout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the function that asks the person before the logout. The question mentions unsaved changes if there are any. */
export function useAskLogout() {
  const ask = useAsk();
  const logout = useLogout();
  const { unsaved } = useServices();
  return () => {
    const loss = unsaved.owner() ? ' You have unsaved changes that will be lost.' : '';
    ask({
      title: 'Logout',
      question: `Are you sure you want to logout?${loss}`,
      answer: 'Yes, logout',
      busyAnswer: 'Logging out...',
      run: logout,
    });
  };
}

const patienceMs = 5000;

/**
 * Returns the function that deletes the person's unsaved input and ends the session in this browser. The
 * session ends on the server too if the server answers.
 */
function useLogout() {
  const { sessions, unsaved, leave, broadcastSignOut, isLoggingOut } = useServices();
  const user = useCurrentUser();
  const { client } = trpc.useUtils();
  return async () => {
    isLoggingOut.current = true;
    unsaved.release();
    try {
      await client.auth.logout.mutate(undefined, { signal: AbortSignal.timeout(patienceMs) });
    } catch {
      // The failure is ignored, because people must be able to log out without the server. The session then
      // remains on the server until it expires.
    }
    sessions.clear();
    broadcastSignOut();
    await forgetTyped(userKey(user));
    leave(paths.afterLogout);
  };
}

/** Deletes the person's unsaved input from this browser. */
async function forgetTyped(user: string): Promise<void> {
  try {
    await removeAutosavesOfUser(user);
  } catch {
    // A failure is ignored, because a browser without storage has stored no input.
  }
}
