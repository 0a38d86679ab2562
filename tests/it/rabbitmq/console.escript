#!/usr/bin/env escript
%%! -hidden -kernel inet_dist_use_interface {127,0,0,1}
%% Runs commands of RabbitMQ's own programs, one after the other, without starting a machine of Erlang for each: console.escript PROGRAM SOCKET
%% PROGRAM is rabbitmqctl as RabbitMQ ships it. What is asked: the name of the program, its input and its arguments, with a NUL between.
%% What is answered: the code that it ends with, its output and what it says beside that.

main([Program, Path]) ->
    {ok, Parts} = escript:extract(Program, []),
    {archive, Archive} = lists:keyfind(archive, 1, Parts),
    {ok, Files} = zip:unzip(Archive, [memory]),
    [load(filename:extension(Name), Name, Contents) || {Name, Contents} <- Files],
    {ok, _} = application:ensure_all_started(elixir),
    {ok, Listener} = gen_tcp:listen(0, [{ifaddr, {local, Path}}, binary, {packet, 4}, {active, false}]),
    serve(Listener).

load(".beam", Name, Contents) ->
    code:load_binary(list_to_atom(filename:basename(Name, ".beam")), Name, Contents);
load(".app", _, Contents) ->
    {ok, Tokens, _} = erl_scan:string(binary_to_list(Contents)),
    {ok, Application} = erl_parse:parse_term(Tokens),
    application:load(Application);
load(_, _, _) ->
    ok.

serve(Listener) ->
    {ok, Socket} = gen_tcp:accept(Listener),
    case gen_tcp:recv(Socket, 0) of
        {ok, Asked} -> gen_tcp:send(Socket, answer(binary:split(Asked, <<0>>, [global])));
        {error, closed} -> ok
    end,
    gen_tcp:close(Socket),
    serve(Listener).

answer([Name, Input | Words]) ->
    {ok, Out} = 'Elixir.StringIO':open(Input, [{capture_prompt, true}]),
    {ok, Beside} = 'Elixir.StringIO':open(<<>>),
    Usual = whereis(standard_error),
    as_error(Beside),
    {Runner, Monitor} = spawn_monitor(fun() ->
        group_leader(Out, self()),
        'Elixir.RabbitMQCtl':main([<<"--script-name">>, Name | Words])
    end),
    Code = receive
        {'DOWN', Monitor, process, Runner, {shutdown, Number}} -> Number;
        {'DOWN', Monitor, process, Runner, normal} -> 0;
        {'DOWN', Monitor, process, Runner, Reason} -> io:format(Usual, "~p~n", [Reason]), 70
    end,
    as_error(Usual),
    {_, Printed} = 'Elixir.StringIO':contents(Out),
    {_, Said} = 'Elixir.StringIO':contents(Beside),
    [integer_to_list(Code), 0, Printed, 0, Said].

as_error(Device) ->
    unregister(standard_error),
    register(standard_error, Device).
