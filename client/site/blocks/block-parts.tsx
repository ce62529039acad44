import IconArrowRight from 'icon:arrow-right';
import type { ShownBlock } from '../../../src/shared/blocks/kinds.ts';

export function Heading({ block: { key, heading } }: { block: Pick<ShownBlock, 'key' | 'heading'> }) {
  return heading ? <h2 id={`${key}-title`}>{heading}</h2> : null;
}

export function Prose({ html }: { html: string }) {
  if (!html) return null;
  // The server has reduced the HTML to an allow-list when it stored the page.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a block's text is sanitised HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function Button({ button_label, button_url }: Record<'button_label' | 'button_url', string>) {
  if (!button_label || !button_url) return null;
  return (
    <a className="button" href={button_url}>
      {button_label}
      <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
    </a>
  );
}
