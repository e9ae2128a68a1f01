# A bot written from docs/bots.md alone: an enemy, the highest number, or the word in the middle.
use strict;
use warnings;
use JSON::PP;
$| = 1;

my $json = JSON::PP->new->utf8->canonical;

sub say_line { print $json->encode($_[0]), "\n" }

sub choose {
    my ($ask) = @_;
    my @words = @{ $ask->{words} };
    my @enemy = grep { $_->{kind} =~ /^enemy/ } @words;
    return $enemy[0] if @enemy;
    my @numbers = sort { $b->{number} <=> $a->{number} } grep { defined $_->{number} } @words;
    return $numbers[0] if @numbers && $ask->{asked} ne 'thrust';
    return $words[ int(@words / 2) ];
}

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my ($type, $id) = @$message{qw(type id)};
    if ($type eq 'hello') {
        say_line({ type => 'ready', id => $id, protocol => '1.0', name => 'middle', deterministic => JSON::PP::true,
                   wants => { view => JSON::PP::false, events => JSON::PP::false } });
    } elsif ($type eq 'ask') {
        my $word = choose($message);
        say_line({ type => 'say', id => $id, game => $message->{game}, at => $message->{at}, words => [ $word->{text} ] });
    } elsif ($type eq 'ping') {
        say_line({ type => 'pong', id => $id });
    } elsif ($type eq 'refused') {
        print STDERR "refused: $message->{reason}\n";
    } elsif ($type eq 'bye') {
        last;
    }
}
