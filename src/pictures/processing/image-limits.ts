// Apart, so that the server can refuse a picture without loading the image library.

export const maxPixels = 50_000_000;
export const maxFrames = 100;
/** Many small frames can exhaust the memory too. */
export const maxPixelsOfAllFrames = 100_000_000;
