// These limits are in a separate file, so that the server can refuse a picture without loading the image library.

export const maxPixels = 50_000_000;
export const maxFrames = 100;
/** The limit for the pixels of all frames together. Many small frames can also exhaust the memory. */
export const maxPixelsInAll = 100_000_000;
