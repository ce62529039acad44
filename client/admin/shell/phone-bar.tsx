import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Logo } from '../components/logo.tsx';
import type { NavigationProps } from './navigation.tsx';
import classes from './shell.module.css';
import { Sidebar } from './side-panel.tsx';

/** The top bar on phones. Its button opens the navigation in a drawer. */
export function MobileHeader({ items }: NavigationProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(close, [pathname]);
  return (
    <nav className={classes.phoneBar} aria-label="Menu">
      <ActionIcon variant="subtle" size={44} aria-label="Menu" aria-expanded={isOpen} onClick={open}>
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      <Logo />
      <Drawer
        opened={isOpen}
        onClose={close}
        size={280}
        padding={0}
        withCloseButton={false}
        title="Menu"
        classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <Sidebar items={items} />
      </Drawer>
    </nav>
  );
}
