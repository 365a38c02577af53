/** What each source said when it was read, in our own words, by address: a link may die. */
export const sourceExcerpts: Readonly<Record<string, string>> = {
  'https://apnews.com/article/pa-state-wire-pennsylvania-sports-entertainment-education-440c99b18d4f6fead68d25153da6620b':
    'Pennsylvania’s law lets college athletes earn money from their fame and report the contracts to the school. Adult entertainment, alcohol, gambling, tobacco, vaping and drugs are excluded.',
  'https://ecckersports.com/arkansas':
    'The Arkansas act for student athletes lists product categories that deals may not promote, among them alcohol, tobacco, cannabis, gambling and adult entertainment.',
  'https://self-law.org/code/ky/164-6945':
    'Kentucky’s statute bars NIL deals about sports betting, controlled substances, adult entertainment, and anything that the athlete may not legally possess.',
  'https://www.govregs.com/uscode/expand/title15_chapter104_section7802':
    'Before an agency contract, the agent gives the student athlete a separate disclosure to sign. A parent or guardian signs it if the athlete is under 18.',
  'https://help.nilgo.com/en/articles/11585490-when-do-student-athletes-have-to-report-their-third-party-nil-deals':
    'Division I athletes report third-party deals that reach $600 in total within five business days of signing or agreeing. Royalty deals count once $600 is reached. A deal is entered once unless its terms change.',
  'https://nilrevolution.com/2026/06/college-sports-commission-updates-its-range-of-compensation-analysis':
    'From July 1, 2026, deals of $600 to $15,000 skip the review until associated deals pass $50,000 in an academic year. Since April 2026 the limits were $2,500 and $15,000.',
  'https://www.kutakrock.com/newspublications/publications/2026/june/csc-memo-nil-review-agent-agreements':
    'The commission’s memo eases the review of deals up to $15,000 until $50,000 of associated deals a year. Money between schools and agents, and fees that affiliates pay for athletes, are enforcement targets.',
  'https://floridagators.com/sports/2025/6/10/nil-go':
    'The school explains NIL Go: what athletes enter, that a representative may help, and that the payor is asked about its association. A deal that is not cleared is revised, canceled or arbitrated.',
  'https://www.mondaq.com/unitedstates/sport/1682070/cscs-first-nil-report-reveals-$80-million-in-nil-deals-although-overall-system-efficacy-questions-remain':
    'The commission’s first report names why deals were not cleared: no valid business purpose above all, with contradictory or incomplete terms next.',
  'https://www.lawserver.com/law/country/us/code/15_usc_7805':
    'Agent and student athlete each tell the athletic director of an agency contract within 72 hours of it, or before the next event in which the athlete may take part.',
  'https://legislature.maine.gov/legis/bills/bills_121st/billtexts/LD022901-5.asp':
    'The model act as introduced in Maine: nobody acts as an athlete agent without registration, except for seven days after a first act in which they apply for it.',
  'https://legislature.maine.gov/legis/bills/bills_121st/billtexts/LD022901-15.asp':
    'The model act as introduced in Maine: a student athlete may cancel an agency contract by a signed notice within 14 days of signing.',
  'https://www.noglaw.com/eight-changes-nflpa-regulations-agents-need-know/':
    'From November 1, 2016, the standard agreement of the NFLPA sets 1.5% unless player and agent agree otherwise. The maximum stays at 3%.',
  'https://www.eheckeresq.com/post/should-nil-contracts-terminate-upon-completion-of-eligibility':
    'Texas and Mississippi do not allow NIL contracts to outlast the athlete’s participation in college sports. Florida dropped that clause in 2023, and many states have none.',
  'https://texas.public.law/statutes/tex._educ._code_section_51.9246':
    'A Texas college athlete discloses a proposed NIL contract to the school before entering into it, in the way that the school prescribes.',
  'https://codes.ohio.gov/ohio-revised-code/section-3376.06':
    'An Ohio college athlete may not enter a deal that conflicts with a contract of the school, and discloses a proposed deal so that conflicts are found.',
  'https://assets.documentcloud.org/documents/3705619/doc01.txt':
    'The FTC reminds a brand that paid or gifted posts need a clear disclosure in plain words that readers notice without looking for it.',
  'https://www.si.com/high-school/national/high-school-nil-in-all-50-states-permitted-prohibited-or-under-consideration-01jx04wjqa07':
    'A survey of high-school associations, state by state, as of June 2025: most permit NIL deals, six prohibit them, and some are undecided.',
  'https://lewissilkin.com/en/insights/the-new-fifa-football-agent-regulations-what-you-need-to-know':
    'FIFA approved its rules for agents on December 16, 2022. Licensing starts in January 2023; the cap on fees and the limits on multiple representation apply from October 1, 2023.',
  'https://lawinsport.com/tag/FIFA%20Football%20Agent%20Regulations':
    'The text of circular 1873, dated December 30, 2023: after an injunction of the court in Dortmund against the cap on service fees and other articles, FIFA updates how its rules for agents apply.',
  'https://www.clearygottlieb.com/news-and-insights/news-listing/college-sports-commission-secures-first-arbitration-victory':
    'The commission’s counsel reports the award of May 11, 2026: Nebraska’s multimedia-rights partner is an associated entity, its deals with 18 athletes had no valid business purpose, and they warehoused rights without direct activation.',
  'https://pulseofthehill.com/bills/S.%204668?congress=119':
    'Senate bill of 2026: reports of NIL pay above $600 to the school, registration of agents with a state, a 5% cap on their endorsement fees, one free transfer. On the Senate calendar as of June 30.',
  'https://www.jacksonlewis.com/insights/ncaas-new-eligibility-rule-creates-immediate-compliance-obligations-legal-challenge':
    'The Division I Cabinet voted on June 23, 2026, for one age-based window of five years. Waivers and redshirts end. A lawsuit followed at once.',
  'https://www.corporatecomplianceinsights.com/executive-order-targets-college-athletics-compliance-funding/':
    'The order makes violations of national rules on eligibility, transfers and pay a question of federal grants and contracts, for schools with $20 million of athletics revenue. It asks for new rules by August 1, 2026.',
  'https://self-law.org/code/bill/119/hr/4312/rh/section-4':
    'Section 4 would change the federal agents’ act: no fee above 5% of an endorsement contract, a right to end the agency contract six months after college, and new written disclosures.',
}
