import type { DeliverableTerm } from '../../deal.ts'
import { listInWords } from '../../list-in-words.ts'
import type { DealInput, DealRule, Verdict } from '../judgment.ts'
import { isEndorsement } from '../subject.ts'
import { attention, fine, notApplicable } from '../verdicts.ts'

export const disclosureTag: DealRule = {
  id: 'disclosure-tag',
  title: 'Paid posts are disclosed',
  subject: 'deal',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2009-12-01',
      until: null,
      status: 'in-force',
      source: {
        name: 'FTC Endorsement Guides (16 CFR part 255), in an FTC letter of March 20, 2017',
        url: 'https://assets.documentcloud.org/documents/3705619/doc01.txt',
      },
      readOn: '2026-11-18',
      confidence: 'read',
      demands:
        'A paid post says so clearly, with #ad, #advertisement, #sponsored or “Paid partnership”. Tags such as #sp, #collab or #ambassador are not clear.',
      judge,
    },
  ],
}

const platforms =
  /\b(instagram|ig|tik ?tok|you ?tube|twitter|x|facebook|snapchat|threads|twitch|linkedin|pinterest|bluesky|podcast|blog|social)\b/i
const posts = /\b(posts?|reels?|stor(y|ies)|tweets?|shorts?|vlogs?|videos?|live ?streams?|unboxings?)\b/i
/** Whole words: #adidas is no disclosure. */
const clearTag =
  /(^|[^a-z])(ad|ads|advert|advertisement|advertising|sponsored|paid ?partnership|paid ?(ad|post))(?![a-z])/i

/** Such as “no ad”, “not sponsored” or “ad-free”, up to the next comma. */
const denial = /\b(no|not|non|never|without|isn[’']t|unpaid)\b[^,.;]*|\bads?[- ]free\b/gi

function judge({ deal }: DealInput): Verdict {
  if (!isEndorsement(deal)) return notApplicable('The rule is for endorsement deals.')
  const all = deal.terms.deliverables.filter(isPost)
  if (all.length === 0) return notApplicable('The deal has no posts.')
  const undisclosed = all.filter(({ disclosureTag }) => !clearTag.test((disclosureTag ?? '').replace(denial, '')))
  if (undisclosed.length === 0) return fine('Every post has a clear disclosure.')
  const titles = listInWords([...new Set(undisclosed.map(({ title }) => `“${title}”`))])
  return attention(`No clear disclosure is agreed for ${titles}.`, { todo: 'Add #ad to each paid post.' })
}

const isPost = ({ platform, title }: DeliverableTerm) => platforms.test(platform ?? '') || posts.test(title)
