/** Screen sizes that the films were recorded at, in px, by height/width range (docs/product-rules.md#constants). */
export const FILM_SIZES = {
  tallest: { width: 384, height: 832 },
  tall: { width: 384, height: 668 },
  medium: { width: 384, height: 616 },
  standard: { width: 384, height: 540 },
} as const;
