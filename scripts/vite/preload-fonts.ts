import type { Plugin } from 'vite';

/** The faces of nearly every character on the screens. */
const firstFaces = /\/(instrument-sans-latin-wght|barlow-semi-condensed-latin-600)-normal-[^/]+\.woff2$/;

/** Preloads the first fonts beside the code, so that they are loaded before the first paint. */
export function preloadFonts(): Plugin {
  return {
    name: 'canopy:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .map((file) => `/${file}`)
          .filter((file) => firstFaces.test(file))
          .map((href) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href },
            injectTo: 'head',
          })),
    },
  };
}
