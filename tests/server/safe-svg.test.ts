import { expect, test } from 'vitest';
import { rebuildSvg } from '../../src/pictures/processing/safe-svg.ts';

const box = { width: 960, height: 192 };
const drawing = (content: string, attributes = 'viewBox="0 0 40 20"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const rebuilt = (content: string) => {
  const result = rebuildSvg(drawing(content), box);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};
const problemOf = (text: string) => {
  const result = rebuildSvg(text, box);
  return 'problem' in result ? result.problem : undefined;
};

test('a logo keeps its shapes, groups, gradients and clips, and gets the size of its box', () => {
  const { svg, width, height } = rebuilt(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/></linearGradient><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)" transform="scale(2)"><path d="M0 0H9V9Z" fill="url(#a)" style="stroke: #00f; stroke-width:2px; mix-blend-mode: multiply"/></g>',
  );
  expect({ width, height }).toEqual({ width: 384, height: 192 });
  expect(svg).toContain('viewBox="0 0 40 20" width="384" height="192"');
  expect(svg).toContain('<path d="M0 0H9V9Z" fill="url(#a)" stroke="#00f" stroke-width="2px"></path>');
  expect(svg).toContain('clip-path="url(#c)"');
  expect(svg).not.toContain('mix-blend-mode');
});

test('scripts, handlers, foreign addresses and notes of drawing programs are left out', () => {
  const { svg } = rebuilt(
    '<script>alert(1)</script><title>Logo &amp; more</title><sodipodi:namedview><inkscape:grid/></sodipodi:namedview><metadata><rdf:RDF>x</rdf:RDF></metadata><!-- note --><rect width="9" height="9" onload="alert(1)" onclick="alert(1)" fill="url(http://example.com/#a)" stroke="url(javascript:alert(1))" style="fill: url(//example.com)" data-x="1"/><linearGradient id="g" xlink:href="https://example.com/a.svg#b"/>',
  );
  expect(svg).toContain('<rect width="9" height="9"></rect>');
  expect(svg).not.toMatch(/script|alert|onload|onclick|example\.com|inkscape|rdf|Logo|note/);
});

test('what would change the picture is refused in words', () => {
  expect(problemOf(drawing('<style>.a{fill:red}</style><path class="a" d="M0 0"/>'))).toContain(
    'style sheet',
  );
  expect(problemOf(drawing('<text>Hi</text>'))).toContain('Convert the text to paths');
  for (const name of ['foreignObject', 'image', 'use', 'filter', 'mask', 'animate', 'iframe'])
    expect(problemOf(drawing(`<${name}/>`))).toContain(`“${name}”`);
  expect(problemOf(drawing('<g></g>'))).toBe('This SVG contains no shapes.');
  expect(problemOf(drawing('<path d="M0 0"/>', 'width="100%"'))).toContain('viewBox');
  for (const text of ['', 'hello', '<html><body/></html>', '<path d="M0 0"/>'])
    expect(problemOf(text)).toBeDefined();
});

test('entities of a document type are not expanded', () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${drawing('<path d="M0 0" fill="&b;"/>').replace('<?xml version="1.0"?>', '')}`;
  const result = rebuildSvg(bomb, box);
  expect(JSON.stringify(result)).not.toContain('aaaa');
});

test('a drawing that is too large, too deep or too long is refused at once', () => {
  expect(problemOf(drawing('<g>'.repeat(100) + '</g>'.repeat(100)))).toContain('nested too deeply');
  expect(problemOf(drawing('<metadata>'.repeat(100)))).toContain('nested too deeply');
  expect(problemOf(drawing('<path d="M0 0"/>'.repeat(6000)))).toContain('5000 elements');
  expect(problemOf(drawing('<g>'.repeat(50 * 350_000)))).toContain('200 kB');
});

test('clips within clips, which multiply the work of drawing, are left out', () => {
  const { svg } = rebuilt(
    '<clipPath id="a"><rect width="1" height="1" clip-path="url(#b)"/></clipPath><path d="M0 0H9V9Z" clip-path="url(#a)"/>',
  );
  expect(svg).not.toContain('url(#b)');
  expect(svg).toContain('url(#a)');
});
