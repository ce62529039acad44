import { randomFrom } from './random.ts';

const names = [
  ...['p', 'h1', 'h2', 'h3', 'h5', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br', 'strong', 'b'],
  ...['em', 'u', 's', 'a', 'sub', 'sup', 'div', 'span', 'table', 'tr', 'td', 'script', 'style', 'svg'],
  ...['math', 'template', 'noscript', 'textarea', 'title', 'iframe', 'select', 'option', 'xmp', 'plaintext'],
  ...[
    'form',
    'button',
    'img',
    'input',
    'font',
    'frameset',
    'noembed',
    'foreignObject',
    'mtext',
    'annotation-xml',
  ],
  ...[
    'h4',
    'table',
    'thead',
    'tbody',
    'tr',
    'td',
    'th',
    'caption',
    'figure',
    'figcaption',
    'aside',
    'img',
    'cite',
    'q',
  ],
  ...['details', 'summary', 'video', 'audio', 'source', 'annotation', 'o:p', 'clipboard-copy'],
];
const attributes = [
  ...['', ' href="/a"', ' href=https://e.example/?a=1&amp;b="2"', " href='javascript:alert(1)'", ' href=" x'],
  ...[' href="jav&#x09;ascript:alert(1)"', ' onclick=alert(1)', ' style="x:y"', ' src=x onerror=alert(1)'],
  ...[' href="//evil.example"', ' href="a&quot;b<c>"', ' href="data:text/html,<script>"', ' /', ' a=b c'],
  ...[
    ' data-media="7"',
    ' data-media=8 alt=""',
    ' data-media="9" alt="a &quot;b&quot; <c>"',
    ' data-kind="gallery"',
  ],
  ...[
    ' data-kind=quote',
    ' data-kind="tip"',
    ' data-kind="action"',
    ' data-embed="youtube:M7lc1UVf-VE"',
    ' dir=rtl',
  ],
  ...[
    ' class="wp-block-gallery"',
    ' class="kg-callout-card"',
    ' class="wp-block-button"',
    ' class="language-js x"',
  ],
  ...[
    ' colspan=3',
    ' rowspan=0 colspan=99',
    ' start=5 type=a',
    ' id=one',
    ' id="one"',
    ' name="two 2"',
    ' href="#one"',
    ' href="#two%202"',
    ' id="place-one"',
    ' href="#place-one"',
    ' style="white-space:pre;font-family:monospace"',
    ' style="font-weight:bold;display:block"',
    ' style="font-weight:normal"',
    ' style="display:none"',
    ' style="mso-list:l0 level2 lfo1"',
    ' style="mso-list:Ignore"',
    ' style="white-space:pre-wrap"',
    ' data-indent="1" data-stringify-indent="1"',
    ' class="BulletListStyle1" data-aria-level="2"',
    ' role="heading" aria-level="3"',
    ' role="button"',
    ' class="MsoQuote"',
    ' class="emoji" alt="😀"',
    ' src="//www.youtube.com/embed/M7lc1UVf-VE" title="<b>"',
  ],
];
const texts = [
  ...[
    'words',
    ' ',
    '\n',
    '\n\n',
    'a < b',
    '&lt;script&gt;',
    '&nbsp;',
    '&#0;',
    '&#13;',
    '\r\n',
    '&amp;amp;',
    ']]>',
  ],
  ...[
    '<!--',
    '-->',
    '<!-- x -->',
    '<![CDATA[x]]>',
    '<?php ?>',
    '"',
    "'",
    '<',
    '</',
    '</p x>',
    '&',
    '\f',
    '\ufeff',
  ],
  ...[
    '</br>',
    '</p>',
    'ß 👩‍💻',
    '\u2028',
    '--!>',
    '<a<b',
    '&notit;',
    '&#x80;',
    '</script',
    '<!doctype html>',
  ],
];

export function tagSoup(seed: number, maxParts = 24): string {
  const random = randomFrom(seed);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const part = () => {
    const kind = random();
    if (kind < 0.4) return `<${one(names)}${one(attributes)}>`;
    return kind < 0.7 ? `</${one(names)}>` : one(texts);
  };
  return Array.from({ length: 1 + Math.floor(random() * maxParts) }, part).join('');
}
