import { escapeHtml } from '../escape-html.ts'
import type { FilledTemplate, Part } from './mail-template.ts'

const font = "font-family:'Hanken Grotesk','Helvetica Neue',Helvetica,Arial,sans-serif"
const body = `${font};font-size:16px;line-height:26px;color:#475569`
const small = `${font};font-size:13px;line-height:20px;color:#5c6b80`
const dot = `${font};width:24px;height:24px;border-radius:12px;box-sizing:border-box;font-size:13px;line-height:20px;font-weight:700`
const trailLine = 'font-size:0;line-height:0;border-top:3px dotted'
const fact = `${font};padding:10px 0;font-size:14px;line-height:20px;text-align:left;vertical-align:top;overflow-wrap:break-word;word-break:break-word;border-bottom:1px solid #e2e8f0`

/** Styles by class. `style` is inlined for all mail clients; clients with stylesheet support also apply `phone` and `dark`. */
const looks = {
  page: { style: 'background:#eef2f7', dark: 'background:#080d18' },
  edge: { style: 'padding:32px 16px', phone: 'padding:0' },
  sheet: {
    style: 'max-width:600px;background:#ffffff;border-radius:12px;overflow:hidden',
    phone: 'border-radius:0',
    dark: 'background:#0d1525',
  },
  bar: { style: 'background:#0b1220;padding:20px 40px', phone: 'padding:20px', dark: 'background:#131d31' },
  wordmark: {
    style: `${font};font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.5px;color:#ffffff`,
  },
  wordmarkDot: { style: 'width:7px;height:7px;border-radius:4px;background:#f59e0b;font-size:0;line-height:0' },
  content: { style: 'padding:36px 40px', phone: 'padding:32px 20px' },
  heading: {
    style: `${font};margin:0 0 16px;font-size:26px;line-height:32px;font-weight:700;letter-spacing:-0.6px;color:#0b1220`,
    phone: 'font-size:22px;line-height:28px',
    dark: 'color:#edf2fa',
  },
  text: { style: `${body};margin:0 0 12px`, dark: 'color:#b4c0d4' },
  quote: {
    style: `${body};margin:0 0 12px;padding:0 0 0 16px;border-left:4px solid #cbd5e1;overflow-wrap:break-word;word-break:break-word`,
    dark: 'color:#b4c0d4;border-left-color:#33435f',
  },
  facts: {
    style: 'margin:24px 0;border-collapse:collapse;table-layout:fixed;border-top:1px solid #e2e8f0',
    dark: 'border-top-color:#223049',
  },
  label: {
    style: `${fact};width:128px;padding-right:12px;font-weight:400;color:#5c6b80`,
    phone: 'width:104px',
    dark: 'color:#93a2ba;border-bottom-color:#223049',
  },
  value: { style: `${fact};color:#0b1220`, dark: 'color:#edf2fa;border-bottom-color:#223049' },
  trail: { style: 'margin:24px 0' },
  stepDone: { style: `${dot};background:#166534;color:#ffffff` },
  stepAhead: {
    style: `${dot};background:#ffffff;border:2px solid #a3b0c2;color:#ffffff`,
    dark: 'background:#0d1525;border-color:#55657f',
  },
  lineDone: { style: `${trailLine} #f59e0b` },
  lineAhead: { style: `${trailLine} #a3b0c2`, dark: 'border-top-color:#55657f' },
  stepName: {
    style: `${font};padding-top:6px;font-size:13px;line-height:18px;font-weight:600;color:#0b1220`,
    dark: 'color:#edf2fa',
  },
  stepTime: { style: `${font};font-size:12px;line-height:16px;color:#5c6b80`, dark: 'color:#93a2ba' },
  button: {
    style: 'margin:24px 0;background:#2456e6;border-radius:8px;border-collapse:separate',
    phone: 'width:100%',
    dark: 'background:#2f62f0',
  },
  buttonLink: {
    style: `${font};display:inline-block;padding:13px 24px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none`,
    phone: 'display:block',
  },
  link: { style: 'color:#1a43bd', dark: 'color:#9dbaff' },
  initial: {
    style: `${font};width:40px;height:40px;border-radius:20px;background:#eaf0ff;color:#1a43bd;font-size:16px;font-weight:700`,
    dark: 'background:#1d2f63;color:#b5caff',
  },
  name: {
    style: `${font};font-size:15px;line-height:20px;font-weight:600;color:#0b1220`,
    dark: 'color:#edf2fa',
  },
  about: { style: `${font};font-size:14px;line-height:20px;color:#5c6b80`, dark: 'color:#93a2ba' },
  footer: {
    style: 'background:#f7f9fc;border-top:1px solid #e2e8f0;padding:20px 40px 14px',
    phone: 'padding:20px 20px 14px',
    dark: 'background:#111b2e;border-top-color:#223049',
  },
  small: { style: `${small};margin:0 0 10px`, dark: 'color:#93a2ba' },
  quiet: { style: 'color:#475569', dark: 'color:#b4c0d4' },
} satisfies Record<string, { style: string; phone?: string; dark?: string }>

const look = (name: keyof typeof looks) => `class="${name}" style="${looks[name].style}"`

function rulesFor(when: 'phone' | 'dark') {
  return Object.entries<{ style: string; phone?: string; dark?: string }>(looks)
    .filter(([, change]) => change[when])
    .map(([name, change]) => `.${name}{${change[when]?.replace(/;|$/g, ' !important$&')}}`)
    .join('')
}

const stylesheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){${rulesFor('phone')}}
@media (prefers-color-scheme:dark){${rulesFor('dark')}}`

/** Layout table with role="presentation". */
const layout = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${attributes && ` ${attributes}`}>${rows}</table>`

/** Tables and inline styles for mail clients. Loads no external resources. */
export function renderHtml({ heading, preview, parts, signature, footer }: FilledTemplate) {
  const button = parts.find((part) => part.kind === 'link')
  const content = [
    `<h1 ${look('heading')}>${escapeHtml(heading)}</h1>`,
    ...parts.map((part) => (part === button ? renderButton(button) : renderPart(part))),
    ...(signature ? [renderSignature(signature)] : []),
  ]
  const sheet = [
    `<tr><td bgcolor="#0b1220" ${look('bar')}>${wordmark}</td></tr>`,
    `<tr><td ${look('content')}>${content.join('\n')}</td></tr>`,
    `<tr><td bgcolor="#f7f9fc" ${look('footer')}>${renderFooter(footer)}</td></tr>`,
  ]
  const sheetTable = layout(`width="100%" bgcolor="#ffffff" ${look('sheet')}`, `\n${sheet.join('\n')}\n`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${stylesheet}</style>
</head>
<body class="page" style="margin:0;padding:0;${looks.page.style}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${layout(`width="100%" bgcolor="#eef2f7" ${look('page')}`, `<tr><td align="center" ${look('edge')}>${sheetTable}</td></tr>`)}
</body>
</html>
`
}

const wordmarkDot = layout('', `<tr><td width="7" height="7" bgcolor="#f59e0b" ${look('wordmarkDot')}>&nbsp;</td></tr>`)
const wordmark = layout(
  '',
  `<tr><td ${look('wordmark')}>Sherpa</td><td valign="top" style="padding:5px 0 0 4px">${wordmarkDot}</td></tr>`,
)

function renderPart(part: Part): string {
  switch (part.kind) {
    case 'greeting':
    case 'paragraph':
      return `<p ${look('text')}>${escapeHtml(part.text)}</p>`
    case 'facts':
      return renderFacts(part.facts)
    case 'quote':
      return `<blockquote ${look('quote')}>${part.lines.map(escapeHtml).join('<br>')}</blockquote>`
    case 'link':
      return `<p ${look('text')}>${renderLink('link', part)}</p>`
    case 'trail':
      return renderTrail(part.steps)
  }
}

type Link = { text: string; href: string }

function renderLink(name: 'link' | 'quiet' | 'buttonLink', { text, href }: Link) {
  return `<a href="${escapeHtml(href)}" ${look(name)}>${escapeHtml(text)}</a>`
}

function renderButton(button: Link) {
  return layout(
    look('button'),
    `<tr><td align="center" bgcolor="#2456e6" style="border-radius:8px">${renderLink('buttonLink', button)}</td></tr>`,
  )
}

function renderFacts(facts: [label: string, value: string][]) {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" width="128" ${look('label')}>${escapeHtml(label)}</th><td ${look('value')}>${escapeHtml(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" ${look('facts')}>${rows.join('')}</table>`
}

function renderTrail(steps: Extract<Part, { kind: 'trail' }>['steps']) {
  const cells = steps.map(({ name, done, when }, index) => {
    const mark = `<td width="24" height="24" align="center" valign="middle" ${look(done ? 'stepDone' : 'stepAhead')}>${done ? '&#10003;' : '&nbsp;'}</td>`
    const step = [
      layout('align="center"', `<tr>${mark}</tr>`),
      `<div ${look('stepName')}>${escapeHtml(name)}</div>`,
      when ? `<div ${look('stepTime')}>${escapeHtml(when)}</div>` : '',
    ]
    const line = layout('width="100%"', `<tr><td height="1" ${look(done ? 'lineDone' : 'lineAhead')}>&nbsp;</td></tr>`)
    return [
      index > 0 ? `<td valign="top" style="padding-top:11px">${line}</td>` : '',
      `<td width="80" align="center" valign="top">${step.join('')}</td>`,
    ].join('')
  })
  return layout(`width="100%" ${look('trail')}`, `<tr>${cells.join('')}</tr>`)
}

function renderSignature({ name, about }: { name: string; about: string }) {
  const words = `<div ${look('name')}>${escapeHtml(name)}</div><div ${look('about')}>${escapeHtml(about)}</div>`
  const initial = `<td width="40" height="40" align="center" valign="middle" bgcolor="#eaf0ff" aria-hidden="true" ${look('initial')}>S</td>`
  return layout('style="margin:28px 0 0"', `<tr>${initial}<td style="padding-left:12px">${words}</td></tr>`)
}

function renderFooter({ why, company, siteUrl, privacyUrl, settings }: FilledTemplate['footer']) {
  const site = renderLink('quiet', { text: new URL(siteUrl).host, href: siteUrl })
  const privacy = renderLink('quiet', { text: 'Privacy policy', href: privacyUrl })
  return [
    `<p ${look('small')}>${escapeHtml(why)}${settings ? `<br>${renderLink('quiet', settings)}` : ''}</p>`,
    `<p ${look('small')}>${escapeHtml(company)}<br>${site} &nbsp;·&nbsp; ${privacy}</p>`,
  ].join('\n')
}
