/** Paragraph with an optional link between `before` and `after`. `to` is an own page, `href` any other URL. */
export type LinkedText =
  | string
  | { before: string; link: { label: string; to: string } | { label: string; href: string }; after: string }
