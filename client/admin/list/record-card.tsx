import IconPhoto from 'icon:photo';
import IconUser from 'icon:user';
import { Badge, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PictureView } from '../../../src/shared/picture-view.ts';
import { SiteTime } from '../components/site-time.tsx';
import { siteLanguage } from '../components/logo.tsx';
import classes from './record-card.module.css';

export interface CommonCardParts {
  rowId: number;
  select: ReactNode;
  /** For sample content. */
  mark?: ReactNode;
  /** Undefined for a row that the person may not edit. */
  editHref: string | undefined;
  acts: ReactNode;
}

interface RecordCardProps extends CommonCardParts {
  title: string;
  picture?: ReactNode;
  /** Beside the title. */
  portrait?: ReactNode;
  facts: ReactNode;
  detail?: ReactNode;
  children?: ReactNode;
}

/** The link of the title covers the whole card, so a click on the picture opens the form too. */
export function RecordCard(props: RecordCardProps) {
  const { title, picture, portrait, facts, detail, children } = props;
  const { rowId, select, mark, editHref, acts } = props;
  return (
    <li className={classes.card} data-row={rowId} tabIndex={-1}>
      {picture}
      <div className={classes.body}>
        <Group gap="md" wrap="nowrap" align="stretch">
          {portrait}
          <div className={classes.name}>
            <div className={classes.top}>
              {select}
              <div className={classes.facts}>
                {facts}
                {mark}
              </div>
            </div>
            <h2 className={classes.title} lang={siteLanguage()}>
              {editHref === undefined ? (
                title
              ) : (
                <Link to={editHref} state={{ isFromList: true }} className={classes.link!} data-opens-row>
                  {title}
                </Link>
              )}
            </h2>
            {detail}
          </div>
        </Group>
        {children}
      </div>
      <div className={classes.acts}>{acts}</div>
    </li>
  );
}

export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}

interface CardPictureProps {
  path: string | null;
  picture?: PictureView | null;
}

/**
 * An icon if there is no picture or it cannot be loaded. `path` is relative to the root of the site, or a web address.
 */
export function CardPicture({ path, picture }: CardPictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (!path || isBroken) {
    return (
      <div className={classes.nothing}>
        <IconPhoto size={26} stroke={1.2} aria-hidden="true" />
      </div>
    );
  }
  const source = /^https?:/.test(path) ? path : `/${path}`;
  return (
    <picture>
      {picture?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes="(min-width: 48rem) 24rem, 100vw" />
      ))}
      <img
        className={classes.picture}
        src={source}
        alt={picture?.alt ?? ''}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </picture>
  );
}

export function CardText({ children }: { children: ReactNode }) {
  return (
    <Text className={classes.text!} lineClamp={3} mt={8} mb="sm" c="dimmed" fz={14}>
      {children}
    </Text>
  );
}

export function CardDetail({ children }: { children: ReactNode }) {
  return (
    <Text className={classes.text!} mt={4} fz={14} lh={1.4}>
      {children}
    </Text>
  );
}

export function PublishedBadge({ isPublished }: { isPublished: boolean }) {
  return (
    <Badge tt="none" mt="auto" mb="xs" variant={isPublished ? 'light' : 'default'}>
      {isPublished ? 'Published' : 'Draft'}
    </Badge>
  );
}

export function CardTime({ iso }: { iso: string }) {
  return <SiteTime className={classes.time} at={iso} />;
}

interface PortraitProps {
  /** Relative to the site root. */
  path: string | null;
  picture: PictureView | null | undefined;
}

export function Portrait({ path, picture }: PortraitProps) {
  const [isBroken, setBroken] = useState(false);
  if (!path || isBroken) {
    return (
      <div className={`${classes.portrait} ${classes.nobody}`}>
        <IconUser size={24} stroke={1.3} aria-hidden="true" />
      </div>
    );
  }
  return (
    <picture className={classes.portraitSources}>
      {picture?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes="6rem" />
      ))}
      <img
        className={classes.portrait}
        src={`/${path}`}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </picture>
  );
}
