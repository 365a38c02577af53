/** A paragraph; where it holds a link, the words before and after it stand beside it. `to` is a page of ours, `href` anything else. */
export type LinkedText =
  | string
  | { before: string; link: { label: string; to: string } | { label: string; href: string }; after: string }
