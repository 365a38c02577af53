import { countryName } from '../../country.ts'
import { listInWords } from '../../list-in-words.ts'
import type { SportId } from '../../sports.ts'
import { type FeeCap, judgeFeeOfDeal, percent } from '../fee-caps.ts'
import {
  type AgreementInput,
  type ClubLeague,
  clubLeagues,
  type DealInput,
  type SharedRule,
  type Verdict,
} from '../judgment.ts'
import { cannotJudge, notApplicable } from '../verdicts.ts'

export const feeCap: SharedRule = {
  id: 'fee-cap',
  title: 'Fee cap of the players’ union',
  subject: 'both',
  canBlock: false,
  versions: [
    {
      number: 1,
      from: '2016-11-01',
      until: null,
      status: 'in-force',
      source: {
        name: 'NFLPA Regulations Governing Contract Advisors, November 1, 2016; NBPA and MLBPA rules',
        url: 'https://www.noglaw.com/eight-changes-nflpa-regulations-agents-need-know/',
      },
      readOn: '2026-11-19',
      confidence: 'secondary',
      demands:
        'Fees on playing contracts of pros stay within the cap of the club’s league: 3% in the NFL (NFLPA, 1.5% unless agreed otherwise), 4% in the NBA (NBPA, 2% on minimum contracts). MLB has no percentage (MLBPA, no fee below the minimum salary). No figure is on file for other leagues, among them the WNBA and clubs abroad. No state caps fees on NIL deals: Florida’s bill of 2025 failed.',
      judge: (input) => (input.subject === 'deal' ? judgeFeeOfDeal(input, chooseCap) : judgeAgreement(input)),
    },
  ],
}

/** By league: clubs abroad, women’s and minor leagues have rules of their own. */
const caps: Partial<Record<ClubLeague, FeeCap & { sport: SportId }>> = {
  nfl: {
    sport: 'football',
    union: 'NFLPA',
    mostMillionths: 30_000,
    except: '1.5% applies unless player and agent agreed otherwise',
  },
  nba: { sport: 'basketball', union: 'NBPA', mostMillionths: 40_000, except: 'on a minimum contract the cap is 2%' },
  mlb: {
    sport: 'baseball',
    union: 'MLBPA',
    mostMillionths: null,
    except: 'a fee may not take pay below the minimum salary',
  },
}
/** Where their clubs play. */
const countries: ReadonlySet<string> = new Set(['US', 'CA'])

function chooseCap({ deal: { company }, athlete }: DealInput): FeeCap | Verdict {
  const { league, country, kind, name } = company
  if (league) return caps[league] ?? notApplicable(`No fee cap is on file for ${inSentence(league)}.`)
  if (country && !countries.has(country)) {
    return notApplicable(`${name} is a club abroad (${countryName(country)}), and no fee cap is on file for it.`)
  }
  if (athlete.sport && !Object.values(caps).some(({ sport }) => sport === athlete.sport)) {
    return notApplicable('No fee cap is on file for this sport.')
  }
  const unknown = cannotJudge('company.league')
  if (kind === 'club' || kind === 'league') return unknown
  return { ...unknown, todo: `Change the kind of ${name} to club, and enter its league.` }
}

const inSentence = (league: ClubLeague) => (league === 'other' ? 'the club’s league' : `the ${clubLeagues[league]}`)

/** An agreement names no club. */
function judgeAgreement({ agreement, athlete }: AgreementInput): Verdict {
  if (!agreement.scope.includes('contract')) return notApplicable('The agreement does not cover playing contracts.')
  if (athlete.level !== 'pro') return notApplicable('Union caps are for playing contracts of pros.')
  const named = Object.entries(caps).flatMap(([league, { sport, union, mostMillionths }]) => {
    if (athlete.sport && sport !== athlete.sport) return []
    const most = mostMillionths === null ? 'no percentage' : percent(mostMillionths)
    return [`${most} in the ${clubLeagues[league as ClubLeague]} (${union})`]
  })
  if (named.length === 0) return notApplicable('No fee cap is on file for this sport.')
  return notApplicable(`The cap depends on the club’s league and is judged on each contract: ${listInWords(named)}.`)
}
