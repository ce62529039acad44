import IconArrowRight from 'icon:arrow-right';

export function BlockHeading({ block: { key, heading } }: { block: { key: string; heading: string } }) {
  return heading ? <h2 id={`${key}-title`}>{heading}</h2> : null;
}

/** The heading and the introduction of a block. */
export function BlockOpening({ block }: { block: { key: string; heading: string; intro: string } }) {
  if (!block.heading && !block.intro) return null;
  return (
    <div>
      <BlockHeading block={block} />
      {block.intro && <p className="lead">{block.intro}</p>}
    </div>
  );
}

export function BlockProse({ html }: { html: string }) {
  if (!html) return null;
  // The server reduces the HTML to allowed elements when the page is stored.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a block's text is sanitised HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function BlockButton({ button_label, button_url }: Record<'button_label' | 'button_url', string>) {
  if (!button_label || !button_url) return null;
  return (
    <a className="button" href={button_url}>
      {button_label}
      <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
    </a>
  );
}
