import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useCurrentUser } from '../core/admin-context.ts';
import { roleLabels } from '../core/labels.ts';
import { paths } from '../core/paths.ts';
import { LogoutDialog } from './logout.tsx';
import classes from './shell.module.css';

const schemes = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun, IconUserCircle },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

const icon = { size: 17, stroke: 1.6 };

/** The signed-in person, with links to their account, the theme and the logout. */
export function AccountMenu() {
  const { name, role } = useCurrentUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isLeaving, { open, close }] = useDisclosure(false);
  return (
    <>
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
              <span className={classes.name}>{name}</span>
              <span className={classes.role}>{roleLabels[role]}</span>
            </span>
            <IconSelector {...icon} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            className={classes.way!}
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
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={open}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutDialog isOpen={isLeaving} onClose={close} />
    </>
  );
}
