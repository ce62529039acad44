import IconPhoto from 'icon:photo';
import IconUser from 'icon:user';
import { Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { PictureView } from '../../../src/shared/picture-view.ts';
import { SiteTime } from '../components/site-time.tsx';
import { siteLanguage } from '../components/logo.tsx';
import classes from './record-card.module.css';

/** The parts of a card that are the same for all modules. */
export interface CommonCardParts {
  rowId: number;
  /** The checkbox that selects the row. */
  select: ReactNode;
  /** The badge that marks the row as sample content. */
  mark?: ReactNode;
  /** The address of the row's form. */
  editHref: string;
  /** The buttons at the end of the card. */
  acts: ReactNode;
}

interface RecordCardProps extends CommonCardParts {
  title: string;
  /** The picture, or an icon in its place. */
  picture?: ReactNode;
  /** A small picture beside the title. */
  portrait?: ReactNode;
  /** A line of details above the title. */
  facts: ReactNode;
  /** A line below the title. */
  detail?: ReactNode;
  children?: ReactNode;
}

/**
 * One row of a list as a card. The link of the title covers the whole card, so a click on the picture opens
 * the form too.
 */
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
              <Link to={editHref} state={{ isFromList: true }} className={classes.link!} data-opens-row>
                {title}
              </Link>
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

/** A grid of cards, with as many columns as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}

interface CardPictureProps {
  path: string | null;
  picture?: PictureView | null;
}

/**
 * The picture of a card, or an icon if there is no picture or the picture cannot be loaded. `path` is
 * relative to the root of the site, or a web address.
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

/** The first three lines of a longer text on a card. */
export function CardText({ children }: { children: ReactNode }) {
  return (
    <Text lineClamp={3} mt={8} mb="sm" c="dimmed" fz={14}>
      {children}
    </Text>
  );
}

/** The line below a card's title, such as a role, a location or a client. */
export function CardDetail({ children }: { children: ReactNode }) {
  return (
    <Text mt={4} fz={14} lh={1.4}>
      {children}
    </Text>
  );
}

/** The time of a row at the end of its card. */
export function CardTime({ iso }: { iso: string }) {
  return <SiteTime className={classes.time} at={iso} />;
}

interface PortraitProps {
  /** The path of the picture, relative to the site root. */
  path: string | null;
  picture: PictureView | null | undefined;
}

/** The small portrait on a card, or an icon if there is no portrait or the portrait cannot be loaded. */
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
