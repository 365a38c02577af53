import type { FilledTemplate, Part } from './mail-template.ts'

/** Plain-text alternative of the HTML. */
export function renderText({ heading, parts, signature, footer }: FilledTemplate) {
  const blocks = [
    'Sherpa\n------',
    heading,
    ...parts.map(renderPart),
    ...(signature ? [`${signature.name}\n${signature.about}`] : []),
    '------',
    footer.why,
    ...(footer.settings ? [renderLink(footer.settings)] : []),
    `${footer.company}\n${footer.siteUrl}`,
    renderLink({ text: 'Privacy policy', href: footer.privacyUrl }),
  ]
  return `${blocks.join('\n\n')}\n`
}

function renderPart(part: Part) {
  switch (part.kind) {
    case 'greeting':
    case 'paragraph':
      return part.text
    case 'facts':
      return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'quote':
      return part.lines.map((line) => `> ${line}`.trimEnd()).join('\n')
    case 'link':
      return renderLink(part)
    case 'trail':
      return part.steps
        .map(({ name, done, when }) => `[${done ? 'x' : ' '}] ${name}${when ? `: ${when}` : ''}`)
        .join('\n')
  }
}

function renderLink({ text, href }: { text: string; href: string }) {
  return `${text}:\n${href}`
}
