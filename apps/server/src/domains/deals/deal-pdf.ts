import { hoursInWords } from '@sherpa/contracts/availability'
import { contractTable, optionInWords } from '@sherpa/contracts/contract-years'
import { formatMoney } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import { type ApprovalMark, approvalMarks, athleteRights, dealKinds, signingSides } from '@sherpa/contracts/deal'
import { explainKeyDate } from '@sherpa/contracts/key-date'
import { hashOf } from '../../canonical-json.ts'
import { finish, letterhead, newPaper, row, rule, SLATE, write } from '../../pdf/pdf-paper.ts'
import { shareDeal } from './shared-deal.ts'
import type { FrozenDeal } from './terms.ts'

export type SignedBy = {
  side: keyof typeof signingSides
  method: 'platform' | 'paper' | 'link' | 'entered'
  name: string
  title: string | null
  /** Of a signer by link. */
  email: string | null
  /** Hash of the version; by link, of the shared terms. */
  hash: string
  signedAt: string
  intent: string | null
  address: string | null
  device: string | null
}
/**
 * Content of the PDF: a frozen version, and a certificate once it is signed. The company's copy has only what is shared
 * with it: no approvals, key dates or purpose.
 */
export type DealPaper = {
  audience: 'organization' | 'company'
  frozen: FrozenDeal
  hash: string
  frozenAt: string
  certificate: { documentHash: string; approvals: ApprovedBy[]; signatures: SignedBy[] } | null
}
export type ApprovedBy = { name: string; decidedAt: string; mark: ApprovalMark | null }

/** Renders a version as a PDF, with a certificate page once it is signed. */
export async function drawDeal({ audience, frozen, hash, frozenAt, certificate }: DealPaper): Promise<Buffer> {
  const { title, number, organization, athlete, company, terms } = frozen
  const shared = shareDeal(frozen)
  const isInternal = audience === 'organization'
  const { document, width } = await newPaper({
    size: 'LETTER',
    title: `${title}, version ${number}`,
    author: organization.name,
    createdAt: new Date(frozenAt),
  })
  const money = (minor: number) => formatMoney(minor, terms.currency, 'en-US')
  const writeHeading = (text: string) => {
    document.y += 14
    write(document, text, { width, weight: 700, size: 12, gap: 4 })
  }
  const writeFact = (label: string, value: string | null) => {
    if (value) row(document, [label, value], [110, width - 110], { firstColor: SLATE })
  }

  letterhead(document, organization.name, width)
  write(document, title, { width, size: 16, weight: 700, gap: 4 })
  write(document, `${dealKinds[frozen.kind]}, version ${number}, locked on ${utc(frozenAt)}`, { width, color: SLATE })
  const signaturesTop = document.y
  if (certificate) document.y += SIGNATURES_HEIGHT
  writeHeading('Between')
  writeFact('Athlete', athlete.name)
  writeFact('Company', company.name)
  writeFact(
    'Signs for the company',
    terms.payor ? [terms.payor.name, terms.payor.title].filter(Boolean).join(', ') : null,
  )
  writeHeading('Terms')
  writeFact('Starts', terms.startsOn && spokenDay(terms.startsOn))
  writeFact('Ends', terms.endsOn ? spokenDay(terms.endsOn) : 'Open')
  writeFact('Category', shared.category)
  writeFact('Exclusivity', shared.exclusivity)
  writeFact('Territory', shared.territory)
  writeFact('Usage rights', terms.usageRights)
  if (isInternal) writeFact('Business purpose', terms.businessPurpose)
  writeFact('Contract', frozen.contract?.name ?? null)

  if (shared.payments.length > 0) {
    writeHeading('Payments')
    const columns = [150, width - 250, 100]
    row(document, ['Due', 'Payment', 'Amount'], columns, { weight: 700, numbers: 'last' })
    rule(document, width)
    for (const { due, title, amountMinor } of shared.payments) {
      row(document, [due, title, money(amountMinor)], columns, { numbers: 'last' })
    }
  }
  if (isInternal && terms.years) {
    writeHeading('Contract years')
    const columns = [60, ...Array(5).fill((width - 60) / 5)]
    row(document, ['Season', 'Base', 'Bonuses', 'Proration', 'Guaranteed', 'Cap figure'], columns, {
      weight: 700,
      numbers: true,
    })
    rule(document, width)
    for (const year of contractTable(terms.years).years) {
      const bonuses = year.rosterBonusMinor + year.otherBonusMinor
      const figures = [year.baseMinor, bonuses, year.prorationMinor, year.guaranteedMinor, year.capMinor].map(money)
      row(document, [String(year.season), ...figures], columns, { numbers: true })
      if (year.option) {
        write(document, `${year.season}: ${optionInWords(year.option, money)}`, { width, color: SLATE, gap: 5 })
      }
    }
  }
  if (terms.deliverables.length > 0) {
    writeHeading('Deliverables')
    for (const { title: what, count, dueOn, platform, disclosureTag, activates, away } of terms.deliverables) {
      const hours = isInternal && away && `athlete away ${hoursInWords(away)}`
      const uses = activates && `uses ${athleteRights[activates].toLowerCase()}`
      const details = [platform, disclosureTag, uses, dueOn && `due ${spokenDay(dueOn)}`, hours]
        .filter(Boolean)
        .join(', ')
      row(document, [count > 1 ? `${count} × ${what}` : what, details], [width / 2, width / 2])
    }
  }
  if (isInternal && terms.keyDates.length > 0) {
    writeHeading('Key dates')
    for (const date of terms.keyDates) {
      row(
        document,
        [date.title, [explainKeyDate(date), date.effect].filter(Boolean).join('. ')],
        [width / 3, (width / 3) * 2],
      )
    }
  }
  document.y += 14
  write(document, `Version hash (SHA-256): ${hash}`, { width, size: 8, color: SLATE })
  if (!isInternal) write(document, `Hash of these terms (SHA-256): ${hashOf(shared)}`, { width, size: 8, color: SLATE })

  if (certificate) {
    document.addPage()
    const page = document.bufferedPageRange().count
    document.switchToPage(0)
    document.y = signaturesTop
    write(document, `Signatures: page ${page}`, { width, weight: 700 })
    document.switchToPage(page - 1)
    letterhead(document, 'Certificate', width)
    write(document, `${title}, version ${number}`, { width, size: 14, weight: 700, gap: 8 })
    writeFact('Version hash', hash)
    writeFact('Document hash', certificate.documentHash)
    const byLink = certificate.signatures.find(({ method }) => method === 'link')
    // What was signed; a later release may describe the same terms in other words.
    writeFact('Shared terms hash', byLink?.hash ?? hashOf(shared))
    writeFact('Contract hash', frozen.contract?.sha256 ?? null)
    writeFact('Frozen', utc(frozenAt))
    for (const { name, decidedAt, mark } of isInternal ? certificate.approvals : []) {
      writeFact('Approved', [`${name}, ${utc(decidedAt)}`, mark && approvalMarks[mark]].filter(Boolean).join('. '))
    }
    for (const { side, method, name, title, email, signedAt, intent, address, device } of certificate.signatures) {
      writeHeading(`${signingSides[side]}: ${[name, title].filter(Boolean).join(', ')}`)
      writeFact('Signed', utc(signedAt))
      writeFact('How', howSigned[method])
      writeFact('Email', email)
      writeFact('From', [address, device].filter(Boolean).join(', ') || null)
      writeFact('Agreed to', intent)
    }
    document.y += 14
    write(
      document,
      'This certificate records who agreed to which text, and when. It is a record of consent, not legal advice.',
      { width, color: SLATE },
    )
  }
  return finish(document, width)
}

/** One line. */
const SIGNATURES_HEIGHT = 16

const utc = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`

const howSigned: Record<SignedBy['method'], string> = {
  platform: 'In Sherpa, after re-entering the password',
  paper: 'On paper; the copy is stored with the deal',
  entered: 'Elsewhere, before the deal was entered; the copy is stored with the deal',
  link: 'By a link and a code, both mailed to the signer; the hash of the shared terms was signed',
}
