const filled =
  (begin: string, unit: string, end = '') =>
  (length: number) =>
    begin + unit.repeat(Math.max(0, Math.floor((length - begin.length - end.length) / unit.length))) + end;
const halves = (open: string, close: string) => (length: number) =>
  filled('', open)(length / 2) + filled('', close)(length / 2);

/**
 * Functions that create HTML that is expensive to parse, by a description of the HTML. The argument is the
 * length of the HTML.
 */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'nested lists': filled('', '<ul><li>'),
  'nested lists with words': filled('', '<ul><li>a'),
  'nested ordered lists': filled('', '<ol start="3"><li>a'),
  'loose items': filled('', '<li>a'),
  'nested emphasis': filled('', '<em>'),
  'emphasis around paragraphs': halves('<em>', '<p>x</p>'),
  'all marks in turns': filled('', '<b><i><u><s><sub><code>a'),
  'marks that overlap': filled('', '<b>a<i>b</b>c</i>'),
  'marks that never end, with words': filled('', '<b>a</i><i>a</b>'),
  'nested tables': filled('', '<table><tr><td>'),
  'nested tables with words': filled('', '<table><tr><td>a'),
  'one table of empty cells': filled('<table><tr>', '<td>'),
  'one table of rows': filled('<table>', '<tr><td>a<td>b'),
  'cells that span': filled('<table><tr>', '<td colspan=20 rowspan=200>a'),
  captions: filled('<table>', '<caption>a'),
  'nested quotes': filled('', '<blockquote>a'),
  'nested boxes': filled('', '<div>'),
  'boxes around paragraphs': halves('<div>', '<p></p>'),
  'nested figures': filled('', '<figure>'),
  'figures with captions': filled('', '<figure><img src=a><figcaption>a'),
  galleries: filled('', '<figure data-kind="gallery"><img data-media="1"><img data-media="2"></figure>'),
  'nested callouts': filled('', '<aside data-kind="note">a'),
  drawings: filled('', '<svg><p>'),
  'empty paragraphs': filled('', '<p>'),
  'short paragraphs': filled('', '<p>a'),
  'line breaks': filled('', '<br>'),
  links: filled('', '<a href="/a">a'),
  'links without an end': filled('', '<a href="//'),
  'unknown elements': filled('', '<x-y>a'),
  attributes: filled('<p ', 'a=b ', '>a'),
  'attributes with entities': filled('', '<img alt="&amp;&lt;&#x41;" src="&amp;">'),
  entities: filled('', '&amp;'),
  'less-than signs': filled('', '<'),
  comments: filled('', '<!--a-->'),
  'unfinished comments': filled('', '<!--'),
  'end tags': filled('', '</p>'),
  'end tags of other elements': filled('<b><i><u>', '</ul></td></a>'),
  code: filled('<pre><code>', '<b>\n'),
  quotations: filled('', '<q>a'),
  frames: filled('', '<iframe src="https://example.org/a"></iframe>'),
  spaces: filled('<p>', ' \n'),
};
