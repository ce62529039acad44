export const missingImage = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">',
  '<rect width="1200" height="800" fill="#e9e7e1"/>',
  '<path d="M0 800 1200 0" stroke="#c9c5bb" stroke-width="2"/>',
  '</svg>',
].join('');
