import IconDeviceDesktop from 'icon:device-desktop';
import IconLogout from 'icon:logout';
import IconMoon from 'icon:moon';
import IconSelector from 'icon:selector';
import IconSun from 'icon:sun';
import IconUserCircle from 'icon:user-circle';
import { type MantineColorScheme, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
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
        <DeviceItem />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={askLogout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The site's script reads this cookie. It has no value, and says nothing about the person. */
const cookie = 'uncounted=';
/** The most that browsers keep. */
const keptSeconds = 400 * 24 * 60 * 60;

function DeviceItem() {
  const [isLeftOut, setLeftOut] = useState(document.cookie.includes(cookie));
  const leaveOut = (isOut: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API works only on HTTPS
    document.cookie = `${cookie}; Path=/; SameSite=Lax; Max-Age=${isOut ? keptSeconds : 0}`;
    setLeftOut(isOut);
  };
  return (
    <Menu.CheckboxItem checked={isLeftOut} onChange={leaveOut}>
      Do not count this device
    </Menu.CheckboxItem>
  );
}

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

/** Deletes unsaved input too. The session ends on the server if the server answers. */
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
      // People can log out without the server, where the session then lasts until it expires.
    }
    sessions.clear();
    broadcastSignOut();
    await forgetTyped(userKey(user));
    leave(paths.afterLogout);
  };
}

async function forgetTyped(user: string): Promise<void> {
  try {
    await removeAutosavesOfUser(user);
  } catch {
    // A browser without storage has stored no input.
  }
}
